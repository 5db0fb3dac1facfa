"""From a name and a path to a task; whatever is wrong with the data is said here, at once."""

from __future__ import annotations

from pathlib import Path

from assay.engine import checked_question
from assay.errors import InputError
from assay_bench.case import AnswerKind, Case
from assay_bench.task import Task
from assay_bench.tasks.form import Form
from assay_bench.tasks.forms import FORMS
from assay_bench.tasks.layout import Layout
from assay_bench.tasks.rows import Row, read_rows


def load_task(name: str, data: Path) -> Task:
    """All cases of a file or of a data folder, checked."""
    form = FORMS[name]
    if not data.exists():
        raise InputError(f"there is no file or folder {data}", hint="check --data")
    whole = form.folder(data) if form.folder and data.is_dir() else None
    if whole is not None:
        _check(whole.cases, data, form)
        return Task(name, whole.cases, form.about, str(data), whole.corpus)
    path = find_file(form, data) if data.is_dir() else data
    cases = read_cases(form, path)
    _check(cases, path, form)
    return Task(name, cases, form.about, str(path))


def find_file(form: Form, folder: Path) -> Path:
    """The file of the dataset that lies in the folder, or one level below."""
    for pattern in form.files:
        for place in (pattern, f"*/{pattern}"):
            if found := sorted(path for path in folder.glob(place) if path.is_file()):
                return found[0]
    raise InputError(
        f"{folder} holds none of {', '.join(form.files)}",
        hint="name the file itself with --data",
    )


def read_cases(form: Form, path: Path) -> tuple[Case, ...]:
    """The cases of a file in whichever layout of the form it is."""
    rows = read_rows(path)
    layout = _layout(form, rows[0])
    seen: dict[str, int] = {}
    cases: list[Case] = []
    for row in rows:
        for case in layout.read(row):
            if case.id in seen:
                raise row.wrong(
                    f"the id '{case.id}' was there before, in {row.unit} {seen[case.id]}"
                )
            seen[case.id] = row.number
            try:
                checked_question(case.asked)
            except InputError as error:
                raise row.wrong(str(error)) from error
            cases.append(case)
    return tuple(cases)


def _layout(form: Form, first: Row) -> Layout:
    fitting = next((each for each in form.layouts if first.has(*each.needs)), None)
    if fitting is not None:
        return fitting
    known = "; ".join(f"{', '.join(each.needs)} ({each.name})" for each in form.layouts)
    raise InputError(
        f"{first.path}, {first.unit} {first.number} has the fields"
        f" {', '.join(first.values) or '(none)'}, which no layout of this task has",
        hint=f"fields of its layouts: {known or 'see `assay bench list`'}",
    )


def _check(cases: tuple[Case, ...], path: Path, form: Form) -> None:
    if not cases:
        raise InputError(f"{path} holds no question that can be used", hint="check --data")
    if form.judged and not any(case.judged or case.kind is AnswerKind.LONG for case in cases):
        raise InputError(
            f"{path} has no right answers, so nothing could be called right or wrong",
            hint="choose a file with answers or labels; `assay batch` answers without judging",
        )
