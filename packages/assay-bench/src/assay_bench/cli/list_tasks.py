"""`assay bench list`: what can be run, and what its data looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.cli.options import AsJson

if TYPE_CHECKING:
    from assay_bench.tasks.form import Form


def command(json: AsJson = False) -> int:
    """Show every task and experiment, the fields of its files and the names looked for.

    [bold]Examples[/bold]

    assay bench list
    """
    from assay.cli.console import out, print_json
    from assay_bench.catalogue import EXPERIMENTS
    from assay_bench.tasks.forms import FORMS

    if json:
        print_json(
            {
                "tasks": {name: _described(form) for name, form in FORMS.items()},
                "experiments": {
                    name: {"about": each.about, "data": each.looks_for}
                    for name, each in EXPERIMENTS.items()
                },
            }
        )
        return 0
    console = out()
    console.print("Tasks: assay bench NAME --data FILE_OR_FOLDER --out FOLDER", style="bold")
    for name, form in FORMS.items():
        console.print(f"\n{name}", style="bold cyan")
        console.print(f"  {form.about}", soft_wrap=True)
        for layout in form.layouts:
            console.print(f"  fields: {', '.join(layout.needs)}  ({layout.name})", soft_wrap=True)
        console.print(f"  in a folder: {', '.join(form.files)}", soft_wrap=True)
    if EXPERIMENTS:
        console.print("\nExperiments: assay bench NAME --data FOLDER --out FOLDER", style="bold")
    for name, each in EXPERIMENTS.items():
        console.print(f"\n{name}", style="bold cyan")
        console.print(f"  {each.about}", soft_wrap=True)
        if each.looks_for:
            console.print(f"  in a folder: {each.looks_for}", soft_wrap=True)
    return 0


def _described(form: Form) -> dict[str, object]:
    return {
        "about": form.about,
        "files": list(form.files),
        "layouts": {layout.name: list(layout.needs) for layout in form.layouts},
    }
