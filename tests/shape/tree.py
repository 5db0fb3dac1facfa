"""What the shape tests look at: our own source files and what each imports."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "assay"
DOCUMENTS = ROOT / "packages" / "assay-documents" / "src" / "assay_documents"
TOPS = ("src", "packages", "tests", "recipes")


def source_files() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def python_files() -> list[Path]:
    return [path for top in TOPS for path in sorted((ROOT / top).rglob("*.py"))]


def source_folders() -> list[Path]:
    """Every folder of what we ship, apart from those that tools make."""
    tops = [ROOT / "src", *(ROOT / "packages").glob("*/src")]
    return sorted({path.parent for top in tops for path in top.rglob("*.py")})


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def room(path: Path) -> str:
    """The top-level part of the package that a file belongs to, such as `steps` or `engine`."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported_rooms(path: Path) -> set[str]:
    """The parts of assay that a file imports, at any depth of its code."""
    return {name.split(".")[1] for name in imports(path) if name.startswith("assay.")}


def imports(path: Path) -> set[str]:
    """The modules that a file imports, at any depth of its code."""
    names: set[str] = set()
    for node in ast.walk(tree_of(path)):
        match node:
            case ast.Import():
                names |= {alias.name for alias in node.names}
            case ast.ImportFrom(module="assay", level=0):
                names |= {f"assay.{alias.name}" for alias in node.names}
            case ast.ImportFrom(module=str(module), level=0):
                names.add(module)
            case ast.ImportFrom():
                raise AssertionError(f"{path}: relative import")
    return names
