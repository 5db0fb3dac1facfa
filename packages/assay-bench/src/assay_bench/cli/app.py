"""`assay bench`: a name that is no subcommand is a task or an experiment to run."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from assay_bench.cli import (
    compare,
    conflicts,
    harnesses,
    list_tasks,
    load,
    realdocs,
    report,
    rows,
    run,
    scale,
    soak,
    speed,
    tables,
    verify_cases,
)

RUN = "run"


class BenchGroup(TyperGroup):
    """`assay bench popqa ...` is short for `assay bench run popqa ...`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 - typer's own types
        """The subcommand of that name, or `run` with the name as its first argument."""
        named = args and (args[0] in self.commands or args[0].startswith("-"))
        return super().resolve_command(ctx, args if named else [RUN, *args])


app = typer.Typer(
    cls=BenchGroup,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    help="Measure strategies on questions with known answers: [bold]assay bench TASK[/bold].\n\n"
    "TASK is a dataset or an experiment that `assay bench list` shows; it is short for"
    " `assay bench run TASK`.",
)
app.command(RUN)(run.command)
app.command("list")(list_tasks.command)
app.command("compare")(compare.command)
app.command("report")(report.command)
app.command("publish")(rows.publish)
app.command("stale")(rows.stale)
app.command("realdocs")(realdocs.command)
app.command("conflicts")(conflicts.command)
app.command("tables")(tables.command)
app.command("verify-cases")(verify_cases.command)
app.command("generators")(harnesses.generators)
app.command("claims")(harnesses.claims)
app.command("verification")(harnesses.verification)
app.command("refinement")(harnesses.refinement)
app.command("speed")(speed.command)
app.command("load")(load.command)
app.command("scale")(scale.command)
app.command("soak")(soak.command)
