"""`assay doctor`: what is installed, what is missing, and whether the models are intact."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from assay import __version__
from assay.cli.options import AsJson, ConfigFile, IndexDir
from assay.distribution import NAME, install
from assay.errors import IndexDamagedError, ModelError

if TYPE_CHECKING:
    from rich.console import RenderableType

OUR_MODELS = ("assayer", "embedder", "static", "verifier")


@dataclass(frozen=True, slots=True)
class Package:
    """A package that assay can use: its extra, its version if it is installed, its fault."""

    name: str
    extra: str
    installed: str | None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Model:
    """A folder of weights and what is wrong with it."""

    name: str
    version: str
    fingerprint: str
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Engine:
    """A search engine and what it still needs: variables, or a package."""

    name: str
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Index:
    """An index: how many passages it has, and what is wrong with it.

    `outdated` is the number of files read by earlier versions of the readers, which is no damage.
    """

    place: str
    passages: int = 0
    problems: tuple[str, ...] = ()
    outdated: int = 0


@dataclass(frozen=True, slots=True)
class Health:
    """Everything the doctor looks at."""

    assay: str
    python: str
    machine: str
    packages: tuple[Package, ...]
    models: tuple[Model, ...]
    plugins: tuple[str, ...]
    engines: tuple[Engine, ...] = ()
    index: Index | None = None

    @property
    def problems(self) -> list[str]:
        """What must be repaired before assay works."""
        missing = [
            f"the package {package.name} is not installed"
            for package in self.packages
            if not package.extra and package.installed is None
        ]
        broken = [
            f"the package {package.name} cannot be imported: {package.fault}"
            for package in self.packages
            if package.fault
        ]
        damaged = [f"model {m.name}: {problem}" for m in self.models for problem in m.problems]
        return missing + broken + damaged + self._index_problems

    @property
    def _index_problems(self) -> list[str]:
        if self.index is None:
            return []
        return [f"index {self.index.place}: {each}" for each in self.index.problems]

    @property
    def exit_code(self) -> int:
        """The exit code: of the installation, or of the index if the installation is sound."""
        if len(self.problems) > len(self._index_problems):
            return ModelError.exit_code
        return IndexDamagedError.exit_code if self.problems else 0


def command(index: IndexDir = None, as_json: AsJson = False, config: ConfigFile = None) -> int:
    """Check the installation: packages, extras, plugins, and the models by checksum.

    With [bold]--index[/bold] an index is checked too, each of its files by its checksum; what is
    damaged is named, and [bold]assay index PATH -i INDEX --rebuild[/bold] repairs it.

    Exit code 0 when everything that is needed is there and intact, 9 otherwise; 5 when only the
    index is damaged, 4 when there is none.

    [bold]Examples[/bold]

    assay doctor

    assay doctor -i my-index

    assay doctor --json | jq .models
    """
    from assay.cli.console import out, print_json
    from assay.model_files import MODELS

    health = examine(MODELS)
    if index is not None:
        health = replace(health, index=_index(config, index))
    if as_json:
        print_json({**asdict(health), "problems": health.problems})
    else:
        out().print(_drawn(health))
    return health.exit_code


def examine(models: Path) -> Health:
    """The state of this installation."""
    import platform

    return Health(
        assay=__version__,
        python=platform.python_version(),
        machine=f"{platform.system()} {platform.machine()}",
        packages=tuple(_packages()),
        models=tuple(_models(models)),
        plugins=tuple(_plugins()),
        engines=tuple(_engines()),
    )


def _index(config: Path | None, named: Path) -> Index:
    from assay.cli.loaded import loaded_settings
    from assay.indexing.open_index import examined
    from assay.indexing.store.s3_address import shown
    from assay.wiring import index_dir

    folder = index_dir(loaded_settings(config, {"index": {"dir": named}}))
    try:
        info = examined(folder)
    except IndexDamagedError as error:
        return Index(shown(folder), 0, (str(error),))
    return Index(info.folder, info.passages, info.problems, info.outdated)


def _packages() -> list[Package]:
    from importlib import metadata

    from assay.cli.imports import import_faults

    try:
        lines = metadata.requires(NAME) or []
    except metadata.PackageNotFoundError:
        return [Package(NAME, "", None)]
    found: dict[str, Package] = {}
    for line in lines:
        name = re.split(r"[^\w.-]", line, maxsplit=1)[0]
        extra = line.partition("extra ==")[2].strip(" \"'")
        found.setdefault(name, Package(name, extra, _installed(name)))
    modules = _modules([each.name for each in found.values() if each.installed])
    faults = import_faults(modules)
    told = {modules[module]: fault for module, fault in faults.items()}
    packages = [replace(each, fault=told.get(each.name, "")) for each in found.values()]
    return sorted(packages, key=lambda each: (each.extra, each.name))


def _modules(packages: Sequence[str]) -> dict[str, str]:
    """What these packages are imported as, each with its package."""
    from importlib import metadata

    ours = {_plain(name): name for name in packages}
    return {
        module: ours[_plain(name)]
        for module, names in metadata.packages_distributions().items()
        for name in names
        if module.isidentifier() and module[0] != "_" and _plain(name) in ours
    }


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _installed(name: str) -> str | None:
    from importlib import metadata

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _models(folder: Path) -> list[Model]:
    from assay.model_files import CARD, LARGE, load_card, verify

    models = []
    cards = sorted(folder.glob(f"*/{CARD}")) + list(LARGE.glob(CARD))
    for home in (card.parent for card in cards):
        try:
            card = load_card(home)
            models.append(Model(card.name, card.version, card.fingerprint, tuple(verify(home))))
        except ModelError as error:
            models.append(Model(home.name, "?", "?", (str(error),)))
    absent = [name for name in OUR_MODELS if not (folder / name / CARD).is_file()]
    return models + [Model(name, "?", "?", ("is not installed",)) for name in absent]


def _plugins() -> list[str]:
    from assay import registry

    return [
        f"{port}: {name}"
        for port in registry.OURS
        for name in registry.names(port)
        if name not in registry.OURS[port]
    ]


def _engines() -> list[Engine]:
    import os

    from assay.adapters.search.engines import ENGINES, missing

    needs_package = () if _installed("ddgs") else (install("duckduckgo"),)
    return [
        Engine(name, missing(name, os.environ) + (needs_package if name == "duckduckgo" else ()))
        for name in ENGINES
    ]


def _drawn(health: Health) -> RenderableType:
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from assay.cli.view.index_table import outdated_words

    table = Table.grid(padding=(0, 2))
    table.add_row("", "assay", health.assay, "")
    table.add_row("", "python", health.python, f"{health.machine}  {sys.prefix}")
    for package in health.packages:
        if package.fault:
            row = (Text("✗", style="red"), package.name, package.installed, package.fault)
        elif package.installed:
            row = (Text("✓", style="green"), package.name, package.installed, "")
        elif package.extra:
            row = (
                Text("·"),
                package.name,
                "not installed",
                install(package.extra),
            )
        else:
            row = (Text("✗", style="red"), package.name, "missing", install())
        table.add_row(*row)
    for model in health.models:
        sound = Text("✗", style="red") if model.problems else Text("✓", style="green")
        state = "; ".join(model.problems) or f"intact, {model.fingerprint}"
        table.add_row(sound, f"model {model.name}", model.version, state)
    for engine in health.engines:
        ready = Text("·") if engine.missing else Text("✓", style="green")
        state = "not configured" if engine.missing else "configured"
        table.add_row(ready, f"search engine {engine.name}", state, ", ".join(engine.missing))
    if (index := health.index) is not None:
        sound = Text("✗", style="red") if index.problems else Text("✓", style="green")
        state = "; ".join(index.problems) or f"intact, {index.place}"
        table.add_row(sound, "index", f"{index.passages:,} passages", state)
        if index.outdated:
            table.add_row(Text("·"), "", "outdated", outdated_words(index.outdated))
    for plugin in health.plugins:
        table.add_row(Text("✓", style="green"), "plugin", plugin, "")
    healthy = Text("\neverything that is needed is there and intact", style="bold green")
    ill = Text(f"\n{len(health.problems)} problem(s)", style="bold red")
    return Group(table, ill if health.problems else healthy)
