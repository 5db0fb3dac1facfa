"""Every task that `assay bench` knows by name."""

from __future__ import annotations

from assay_bench.tasks import biography, closed, questions, reading
from assay_bench.tasks.beir import beir_folder
from assay_bench.tasks.crag_folder import (
    ARC,
    BIOGRAPHY,
    POPQA_RELEASE,
    PUBHEALTH,
    folder_of,
)
from assay_bench.tasks.form import Form
from assay_bench.tasks.rag_truth import rag_truth_folder

QUESTIONS = (
    questions.POPQA,
    questions.FLASHRAG,
    reading.SPANS,
    questions.SIMPLE,
    questions.NQ_OPEN,
)

FORMS: dict[str, Form] = {
    "popqa": Form(
        "PopQA: questions about little-known things (short answers)",
        ("popqa_longtail_w_gs.jsonl*", "crag_popqa*.jsonl*", "*popqa*.jsonl*", "*popqa*.tsv"),
        QUESTIONS,
        folder=folder_of(POPQA_RELEASE),
    ),
    "biography": Form(
        "Biography: FActScore's people to write about (long answers, judged by facts)",
        ("crag_bio*.jsonl*", "prompt_entities.txt", "*bio*.jsonl*", "factscore*.jsonl*"),
        (biography.TOPIC, biography.NAMES, biography.ASKED_FOR),
        judged=False,
        folder=folder_of(BIOGRAPHY),
    ),
    "pubhealth": Form(
        "PubHealth: health claims, true or false",
        ("health_claims*.jsonl*", "*pubhealth*.jsonl*", "test.tsv"),
        (closed.CLAIM, closed.CLAIM_ASKED),
        folder=folder_of(PUBHEALTH),
    ),
    "arc": Form(
        "ARC-Challenge: science questions with choices",
        ("ARC-Challenge-Test.jsonl*", "crag_arc*.jsonl*", "*arc*.jsonl*"),
        (closed.ARC_KEYED, closed.ARC_COLUMNS, closed.ARC_STEM),
        folder=folder_of(ARC),
    ),
    "nq": Form(
        "Natural Questions, open (short answers)",
        ("NQ-open*.jsonl*", "nq_open*.jsonl*", "*nq*.jsonl*"),
        QUESTIONS,
    ),
    **{
        f"{name}-searches": Form(
            f"{name}: questions with what a search found (Search-R1)",
            (f"search_r1_{name}*.jsonl*",),
            QUESTIONS,
        )
        for name in ("popqa", "nq", "triviaqa")
    },
    **{
        f"{name}-passages": Form(
            f"{name}: questions of several steps with their paragraphs and distractors",
            (f"{name}_dev2*.jsonl*",),
            QUESTIONS,
        )
        for name in ("hotpotqa", "2wiki", "musique")
    },
    "webquestions": Form(
        "WebQuestions (short answers)",
        ("webquestions*test*.json*", "*webq*.json*"),
        (questions.WEB_QUESTIONS, *QUESTIONS),
    ),
    "mintaka": Form(
        "Mintaka: complex questions by type (short answers, all parts needed)",
        ("mintaka*.json*",),
        (questions.MINTAKA, *QUESTIONS),
    ),
    "triviaqa": Form(
        "TriviaQA (short answers with many aliases)",
        ("*trivia*.json*", "*verified-web-dev.json*"),
        (questions.TRIVIA_QA, questions.TRIVIA_QA_ROWS, *QUESTIONS),
    ),
    "squad": Form(
        "SQuAD 1.1 and 2.0: questions to one paragraph, some without an answer",
        ("dev-v2.0.json*", "dev-v1.1.json*", "squad2*.jsonl*", "*squad*.json*"),
        (reading.SQUAD, reading.SQUAD_COLUMNS, *QUESTIONS),
    ),
    "hotpotqa": Form(
        "HotpotQA: questions over two articles among ten",
        ("hotpot_dev_distractor*.json*", "hotpotqa*.json*", "*hotpot*.json*"),
        (reading.HOTPOT, *QUESTIONS),
    ),
    "rgb": Form(
        "RGB: questions among noise (five passages, three of them noise)",
        ("en.json*", "en_*.json*", "*rgb*.json*"),
        (reading.RGB,),
    ),
    "ragtruth": Form(
        "RAGTruth: its questions with passages (long answers, no right ones given)",
        ("source_info.jsonl*",),
        (reading.RAG_TRUTH,),
        judged=False,
        folder=rag_truth_folder,
    ),
    "flashrag": Form(
        "Any dataset in FlashRAG's form",
        ("test.jsonl*", "dev.jsonl*", "*.jsonl*"),
        (questions.FLASHRAG,),
    ),
    "beir": Form(
        "Any dataset in BEIR's form: judges retrieval itself",
        ("queries.jsonl*",),
        (),
        judged=False,
        folder=beir_folder,
    ),
    "custom": Form(
        "Your own questions",
        ("questions.jsonl*", "*.jsonl*"),
        (closed.ARC_KEYED, closed.CLAIM, *QUESTIONS, questions.UNANSWERED),
    ),
}
