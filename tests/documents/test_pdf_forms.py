"""What is filled in to a form of a PDF stands behind its label."""

from __future__ import annotations

import pytest

from assay_documents import read

LABELS = [
    (72, 740, "First name"), (300, 740, "Last name:"), (90, 660, "I agree to the rules."),
    (90, 640, "I want the letter."), (72, 600, "Remarks"), (72, 560, "The fee is 20 euros."),
]  # fmt: skip
HIDDEN = 2


def text(value, left, base, *, flags=4, width=120, kind="Tx"):
    return (
        f"<</Type/Annot/Subtype/Widget/FT/{kind}/T(f{left}{base})/V({value})/F {flags}"
        f"/Rect[{left} {base - 6} {left + width} {base + 12}]/DA(/F1 10 Tf 0 g)/P 3 0 R>>"
    )


def box(left, base, checked):
    state = "Yes" if checked else "Off"
    return (
        f"<</Type/Annot/Subtype/Widget/FT/Btn/T(b{base})/V/{state}/AS/{state}/F 4"
        f"/Rect[{left} {base - 2} {left + 10} {base + 8}]/AP<</N<</Yes 5 0 R/Off 5 0 R>>>>>>"
    )


def form(fields, labels=LABELS):
    marks = " ".join(f"BT /F1 10 Tf {x} {y} Td ({words}) Tj ET" for x, y, words in labels)
    font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
    names = " ".join(f"{number} 0 R" for number in range(6, 6 + len(fields)))
    objects = [
        f"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[{names}]/DA(/F1 10 Tf 0 g)>>>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 {font}>>>>"
        f"/Contents 4 0 R/Annots[{names}]>>",
        f"<</Length {len(marks)}>>stream\n{marks}\nendstream",
        "<</Type/XObject/Subtype/Form/BBox[0 0 10 10]/Length 0>>stream\n\nendstream",
        *fields,
    ]
    body = "".join(f"{number} 0 obj\n{each}\nendobj\n" for number, each in enumerate(objects, 1))
    return f"%PDF-1.5\n{body}trailer<</Size {len(objects) + 1}/Root 1 0 R>>\n%%EOF\n".encode()


@pytest.fixture
def lines(tmp_path):
    def of(*fields, labels=LABELS):
        path = tmp_path / "choir.pdf"
        path.write_bytes(form(fields, labels))
        return [line for block in read(path).blocks for line in block.text.splitlines()]

    return of


def test_each_value_stands_behind_the_label_at_its_left(lines):
    found = lines(text("Ines", 140, 740), text("Falk", 370, 740), text("", 140, 600))
    assert found[0] == "First name: Ines; Last name: Falk"
    assert "Remarks" in found


def test_a_box_tells_whether_it_is_checked(lines):
    found = lines(box(72, 660, True), box(72, 640, False), box(190, 600, True))
    assert "[x] I agree to the rules." in found
    assert "[ ] I want the letter." in found
    assert "Remarks: [x]" in found


def test_a_value_without_a_label_beside_it_is_a_line_below_what_is_above(lines):
    found = lines(text("Only on Fridays", 72, 580))
    assert "Remarks Only on Fridays" in " ".join(found)


def test_a_form_may_hold_nothing_but_its_fields(lines):
    assert lines(text("Only on Fridays", 72, 580), labels=()) == ["Only on Fridays"]


@pytest.mark.parametrize(
    "field",
    [
        text("Planted", 140, 740, flags=HIDDEN),
        text("Planted", 140, 740, flags=32),
        text("Planted", 140, 740, width=1),
        text("Planted", 140, 740, kind="Sig"),
    ],
)
def test_a_field_that_nobody_sees_stays_out(lines, field):
    assert "Planted" not in " ".join(lines(field))
