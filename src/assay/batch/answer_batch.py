"""A file of questions to a file of answers; what is answered already is not asked again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from assay.batch.answers_file import AnswersFile
from assay.batch.blocks import Answering, Blocks
from assay.batch.questions_file import Question, read_questions
from assay.config import Settings
from assay.errors import AssayError, InputError

BLOCK = 32
"""Questions retrieved and scored together: enough to fill the model, few to lose on a kill."""

Progress = Callable[[int, int], object]
"""Called with how many questions are done, and of how many."""


@dataclass(frozen=True, slots=True)
class BatchReport:
    """What came of a batch; `problems` are lines that could not be asked, one sentence each."""

    questions: int
    done: int
    problems: tuple[str, ...] = ()

    @property
    def before(self) -> int:
        """How many were answered by an earlier run."""
        return self.questions - self.done


def answer_batch(
    questions: Path,
    out: Path,
    settings: Settings | None = None,
    progress: Progress = lambda done, total: None,
    answering: Answering | None = None,
) -> BatchReport:
    """What came of answering a file of questions; call it again after an interruption.

    The form of both files is that of `assay batch` (docs/reference/json.md). `answering` does the
    work with other means than this process and the settings.
    """
    _refuse_same_file(questions, out)
    read = read_questions(questions)
    with AnswersFile(out) as answers:
        todo = [each for each in read.questions if not answers.has(each.id)]
        refused = _answer(answering or Blocks(settings or Settings()), todo, answers, progress)
    return BatchReport(len(read.questions), len(todo), (*read.problems, *refused))


def _refuse_same_file(questions: Path, out: Path) -> None:
    """Answers over their own questions would be the end of both."""
    if questions.exists() and out.exists() and out.samefile(questions):
        raise InputError(
            f"{out} is the file of the questions itself", hint="name another file with --out"
        )


def _answer(
    answering: Answering, todo: list[Question], answers: AnswersFile, progress: Progress
) -> list[str]:
    """What could not be asked, after everything else was answered and written."""
    problems: list[str] = []
    blocks = (todo[first : first + BLOCK] for first in range(0, len(todo), BLOCK))
    for done, (question, answer) in enumerate(answering(blocks), 1):
        if isinstance(answer, AssayError):
            problems.append(f"line {question.line}: {answer}")
        else:
            answers.add_answer(question.id, answer)
        progress(done, len(todo))
    return problems
