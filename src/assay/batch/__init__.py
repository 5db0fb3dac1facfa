"""Many questions in one run: read from a file, answered in blocks, written so that it can resume.

`answer_batch` is the whole of it; `Blocks` answers questions that are in memory already.
"""

from __future__ import annotations

from assay.batch.answer_batch import BatchReport, answer_batch
from assay.batch.blocks import Blocks
from assay.batch.questions_file import Question, QuestionsRead, read_questions

__all__ = ["BatchReport", "Blocks", "Question", "QuestionsRead", "answer_batch", "read_questions"]
