"""The tables that are written in every format."""

from __future__ import annotations

import random

from assay_bench.tables.truth import KnownTable, Name

_TOWNS = (
    "Aldby", "Berrow", "Carnhill", "Dunmoor", "Eastling", "Farnley", "Grimsay", "Holt", "Ivybridge",
    "Jarrow", "Kelby", "Langton", "Marlow", "Netherby", "Oakham", "Penrith", "Quorn", "Rothley",
    "Selby", "Thirsk", "Upton", "Vale", "Wareham", "Yarm",
)  # fmt: skip
_ACCOUNTS = (
    "Membership fees", "Grants received", "Sale of books", "Rent of the hall", "Wages",
    "Heating and light", "Insurance", "Repairs",
)  # fmt: skip


def known_tables() -> list[KnownTable]:
    """Ten tables, the same at every call."""
    draw = random.Random(41)
    return [
        _years(draw),
        _wrapped_names(draw),
        _actual_and_budget(draw),
        _brackets(draw),
        _units(draw),
        _many_rows(draw),
        _rates(draw),
        _words(),
        _sections(draw),
        _regions(draw),
    ]


def _plain(*names: str) -> tuple[Name, ...]:
    return tuple(Name(text) for text in names)


def _amount(draw: random.Random, most: int = 90_000) -> str:
    return f"{draw.randint(3, most):,}"


def _years(draw: random.Random) -> KnownTable:
    """Numbers set to the right, so that their left edges differ."""
    rows = tuple(
        (
            name,
            *(f"{draw.choice((7, 430, 5_214, 61_900)) + draw.randint(0, 60):,}" for _ in range(4)),
        )
        for name in _ACCOUNTS
    )
    return KnownTable(
        "Accounts of five years", (_plain("Account", "2019", "2020", "2021", "2022"),), rows
    )


def _wrapped_names(draw: random.Random) -> KnownTable:
    """Names of two lines above narrow columns."""
    head = _plain("Branch", "Members at\nyear end", "Books lent\nper member", "Share of\nall loans")
    rows = tuple(
        (town, _amount(draw, 4000), f"{draw.uniform(1, 30):.1f}", f"{draw.uniform(1, 20):.1f} %")
        for town in _TOWNS[:9]
    )
    return KnownTable(
        "Branches of the library", (head,), rows, "Table 2. Members and loans by branch"
    )


def _actual_and_budget(draw: random.Random) -> KnownTable:
    """Years that stand above two columns each."""
    heads = (
        (Name(""), Name("2022", 2), Name("2023", 2)),
        _plain("Item", "Actual", "Budget", "Actual", "Budget"),
    )
    rows = tuple((name, *(_amount(draw) for _ in range(4))) for name in _ACCOUNTS)
    return KnownTable(
        "Budget of the club", heads, rows, "Table 3: Income and spending", "in pounds"
    )


def _brackets(draw: random.Random) -> KnownTable:
    """Losses in brackets, marks of footnotes, and a sum."""

    def money() -> str:
        value = draw.randint(120, 9_900)
        return f"({value:,})" if draw.random() < 0.4 else f"{value:,}"  # noqa: PLR2004 - a share

    names = ("Shop", "Café (a)", "Tours", "Car park (b)", "Events", "Total")
    rows = tuple((name, money(), money(), money()) for name in names)
    notes = ("(a) Closed from January to March.", "(b) Run by the town since May.")
    return KnownTable(
        "Results of the museum",
        (_plain("", "First half", "Second half", "Year"),),
        rows,
        notes=notes,
    )


def _units(draw: random.Random) -> KnownTable:
    """A unit that holds for all cells and stands above the table alone."""
    rows = tuple(
        (town, *(f"{draw.uniform(2, 900):.1f}" for _ in range(3))) for town in _TOWNS[3:11]
    )
    return KnownTable(
        "Energy of the town halls", (_plain("Building", "Electricity", "Gas", "Oil"),), rows,
        "Table 5. Energy used in 2023", "(megawatt hours)",
    )  # fmt: skip


def _many_rows(draw: random.Random) -> KnownTable:
    """A table that goes on over pages."""
    rows = tuple(
        (f"{town} {part}", _amount(draw), _amount(draw, 900), f"{draw.uniform(0, 9):.2f}")
        for part in ("North", "South", "Centre", "West")
        for town in _TOWNS
    )
    head = _plain("Ward", "Residents", "Dogs", "Area")
    return KnownTable("Wards of the county", (head,), rows, "Table 6. All wards")


def _rates(draw: random.Random) -> KnownTable:
    """What the rates are of stands in the caption alone."""
    rows = tuple(
        (str(year), *(f"{draw.uniform(1, 80):.1f}" for _ in range(5))) for year in range(2008, 2024)
    )
    head = _plain("Year", "Norway", "Sweden", "Denmark", "Finland", "Iceland")
    return KnownTable(
        "Deaths by country", (head,), rows, "Table 7. Deaths of people aged 70 to 84, women",
        "per 1,000 residents",
    )  # fmt: skip


def _words() -> KnownTable:
    """Cells of words, some of which need several lines."""
    rows = (
        ("Annual leave", "All staff", "25 days, of which five may be\ntaken in the next year"),
        ("Sick leave", "All staff", "Paid in full for six weeks"),
        ("Parental leave", "After one year\nof service", "26 weeks, paid at 80 %"),
        ("Study leave", "With the consent\nof the manager", "Up to five days"),
        ("Jury service", "All staff", "As long as the court asks"),
    )
    return KnownTable("Kinds of leave", (_plain("Kind of leave", "Who", "How much"),), rows)


def _sections(draw: random.Random) -> KnownTable:
    """Titles inside the table, and cells that hold nothing."""
    names = ("Buildings", "Vehicles", "Cash", "Loans", "Pensions", "Suppliers")
    rows = tuple(
        (name, _amount(draw), "" if name in {"Cash", "Pensions"} else _amount(draw))
        for name in names
    )
    return KnownTable(
        "Balance sheet", (_plain("", "31 March 2023", "31 March 2022"),), rows,
        "Balance sheet of the trust", "All figures in thousands of euros",
        sections=((0, "What the trust owns"), (3, "What the trust owes")),
    )  # fmt: skip


def _regions(draw: random.Random) -> KnownTable:
    """Two columns that name a row, below names of two ranks, ten columns in all."""
    heads = (
        (Name(""), Name(""), Name("Primary schools", 4), Name("Secondary schools", 4)),
        _plain("Region", "Town", "2020", "2021", "2022", "2023", "2020", "2021", "2022", "2023"),
    )
    rows = tuple(
        (("North", "South", "West")[at // 3], town, *(str(draw.randint(1, 99)) for _ in range(8)))
        for at, town in enumerate(_TOWNS[:9])
    )
    return KnownTable("Schools by region", heads, rows, "Table 10. Schools", labels=2)
