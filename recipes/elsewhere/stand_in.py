"""A GGUF model on this machine in the place of the one elsewhere, for a trial of a few jobs.

`python -m recipes.elsewhere.stand_in --model FILE.gguf --jobs DIR --replies DIR` completes each
file of jobs that has no file of replies yet, until it is ended. A job with `yes` gets `odds`, the
log-probability of Yes less that of No as the next token, any other one `text`.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from assay.adapters.chat.llama_cpp import LlamaCppChat
from assay.adapters.chat.yes_no import ALTERNATIVES, yes_no_odds
from assay.budget import Limits, limited

CONTEXT = 8192
LOOK_EVERY = 0.5
UNBOUNDED = Limits(seconds=1e9, tokens=10**9)


def reply_to(model: LlamaCppChat, job: dict[str, Any]) -> dict[str, Any]:
    """The reply to one job."""
    logprobs = ALTERNATIVES if job.get("yes") else 0
    [said] = model.continue_texts([job["prompt"]], max_tokens=job["tokens"], logprobs=logprobs)
    if job.get("yes"):
        return {"id": job["id"], "odds": yes_no_odds(said) or 0.0}
    return {"id": job["id"], "text": said.text.strip()}


def complete_file(model: LlamaCppChat, path: Path, replies: Path) -> None:
    """Write the replies to a file of jobs, under their last name when all are there."""
    jobs = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    with limited(UNBOUNDED):
        rows = [reply_to(model, job) for job in jobs]
    started = replies / f"{path.name}.writing"
    started.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    started.rename(replies / path.name)


def main() -> None:
    """Watch the folder of jobs until the process is ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--model", "--jobs", "--replies"):
        parser.add_argument(name, type=Path, required=True)
    options = parser.parse_args()
    model = LlamaCppChat(options.model, context=CONTEXT)
    while True:
        for path in sorted(options.jobs.glob("*.jsonl")):
            if not (options.replies / path.name).exists():
                complete_file(model, path, options.replies)
                print(f"{path.name} is done", flush=True)
        time.sleep(LOOK_EVERY)


if __name__ == "__main__":
    main()
