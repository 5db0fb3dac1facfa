"""Builds deploy/Containerfile where there is an engine, else runs its steps: `make container`.

Without an engine, or without the image that it begins with, each RUN line of the build stage is
run in a copy of the repository, with the folder of the image replaced by a temporary one. What was
built or installed must then index a document and answer a question about it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILE = ROOT / "deploy" / "Containerfile"
ENGINES = ("podman", "docker", "buildah")
IMAGE = "assay-check"
PLACE = "/opt/assay"  # where the image has its environment
NOTE = "# Kettle\n\nThe K2 kettle holds 1.7 litres of water.\n"
QUESTION = "How many litres does the K2 kettle hold?"


def main() -> int:
    """Zero when the image, or what its steps install, answers a question."""
    engine = next(filter(works, ENGINES), None)
    with tempfile.TemporaryDirectory(prefix="assay-container-") as folder:
        if engine is not None:
            run([engine, "build", "-t", IMAGE, "-f", str(FILE), str(ROOT)])
            check_image(engine)
            return 0
        print(f"none of {', '.join(ENGINES)} can build here: the steps are run one by one")
        check_steps(Path(folder))
    return 0


def works(engine: str) -> bool:
    """True for an engine that has the image to begin with: one may have no daemon or registry."""
    if shutil.which(engine) is None:
        return False
    base = re.findall(r"^FROM (\S+)", FILE.read_text("utf-8"), re.MULTILINE)[-1]
    had = ["inspect", "--type", "image", base]
    return any(
        subprocess.run([engine, *words], capture_output=True, check=False).returncode == 0
        for words in (had, ["pull", base])
    )


def check_image(engine: str) -> None:
    """Index a document and ask about it as the user of the image, in its folder for data."""
    steps = (
        f"printf '{NOTE}' > /data/kettle.md".replace("\n", "\\n"),
        "assay index /data/kettle.md --index /data/index",
        f"assay ask '{QUESTION}' --index /data/index",
    )
    shell = ["sh", "-euc", " && ".join(steps)]
    if engine == "buildah":
        made = run([engine, "from", IMAGE]).strip()
        try:
            said = run([engine, "run", "--isolation", "chroot", made, "--", *shell])
        finally:
            run([engine, "rm", made])
    else:
        said = run([engine, "run", "--rm", "--entrypoint", shell[0], IMAGE, *shell[1:]])
    assert "1.7 litres" in said, said
    print("the image was built and answers")


def check_steps(folder: Path) -> None:
    """Run the steps of the build stage, then use what they installed."""
    place, source = folder / "assay", folder / "source"
    listed = run(["git", "-C", str(ROOT), "ls-files", "-z"]).split("\0")
    for name in filter(None, listed):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    for line in build_steps(FILE.read_text("utf-8")):
        print(f"RUN {line}", flush=True)
        first = re.sub(r"^python ", f"{sys.executable} ", line)
        run(["sh", "-euc", first.replace(PLACE, str(place))], cwd=source)
    (folder / "kettle.md").write_text(NOTE, "utf-8")
    assay = str(place / "bin" / "assay")
    run([assay, "index", "kettle.md", "--index", "./index"], cwd=folder)
    said = run([assay, "ask", QUESTION, "--index", "./index"], cwd=folder)
    assert "1.7 litres" in said, said
    run([assay, "serve", "--help"], cwd=folder)
    print(f"it answers; {size(place) / 1e6:,.0f} MB installed")


def build_steps(text: str) -> list[str]:
    """The commands of the first stage, one for each RUN line."""
    joined = text.replace("\\\n", " ")
    stage = joined.split("\nFROM ")[1] if joined.startswith("FROM ") else joined.split("FROM ")[1]
    return re.findall(r"^RUN (.+)$", stage, re.MULTILINE)


def size(folder: Path) -> int:
    """Bytes of all files."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def run(command: list[str], cwd: Path | None = None) -> str:
    """What a command prints; its own words where it fails."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("ASSAY_")}
    done = subprocess.run(
        command, cwd=cwd, env=kept, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)[:300]}: {done.returncode}\n{done.stderr[-3000:]}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
