"""Documents and questions in three languages: the real command and a server that judges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from assay.adapters.questions.index_words import ENGLISH_ALONE
from assay.adapters.scorers.odds import BY_NAMES, NO_LOGPROBS
from tests.adapters.chat.wire_server import answer, serving
from tests.cli.conftest import assay, fakes, own_folders  # noqa: F401 - fixtures
from tests.faults.test_model_servers import judged, steps, told

pytest.importorskip("openai")


@dataclass(frozen=True)
class Documents:
    """Three short texts, and a question in words that are inflected otherwise than in the text."""

    language: str
    pages: dict[str, str]
    question: str
    words: str
    right: str
    answer: str
    near_miss: str


ALL = [
    Documents(
        "German",
        {
            "urlaub.md": "# Urlaub\n\nWer beschäftigt ist, hat im Jahr Anspruch auf dreißig "
            "bezahlte Tage. Der Antrag wird zwei Wochen vorher gestellt.\n",
            "schluessel.md": "# Schlüssel\n\nEs werden montags Schlüssel ausgegeben. Für "
            "einen verlorenen zahlt man vierzig Euro.\n",
            "haeuser.md": "# Häuser am Hafen\n\nAlle Häuser wurden 1974 gebaut. Eine Firma wartet "
            "den Aufzug, auch wenn er stecken bleibt.\n",
        },
        "Wie viel kostet der Verlust eines Schlüssels?",
        "Hauses",
        "schluessel.md",
        "Ein verlorener Schlüssel kostet vierzig Euro.",
        "Wer hat die Schlüssel im Jahr 1850 hergestellt?",
    ),
    Documents(
        "French",
        {
            "conges.md": "# Congés\n\nChaque personne employée a droit à trente jours payés dans "
            "l'année. La demande est faite deux semaines avant.\n",
            "cles.md": "# Clés\n\nLes clés sont remises le lundi à l'accueil. Qui a perdu une clé "
            "paie quarante euros pour la nouvelle.\n",
            "maisons.md": "# Maisons du port\n\nToutes ont été construites en 1974 par la commune, "
            "et elle fait les réparations de chaque ascenseur.\n",
        },
        "Combien faut-il payer quand on perd ses clés ?",
        "réparer",
        "cles.md",
        "Il faut payer quarante euros pour la nouvelle clé.",
        "Qui a fabriqué les clés en 1850 ?",
    ),
    Documents(
        "Spanish",
        {
            "permiso.md": "# Vacaciones\n\nCada empleada tiene derecho a treinta días pagados "
            "en el año. La solicitud se hace dos semanas antes.\n",
            "llaves.md": "# Llaves\n\nLas llaves se entregan los lunes en la recepción. Quien ha "
            "perdido una llave paga cuarenta euros por la nueva.\n",
            "casas.md": "# Casas del puerto\n\nTodas fueron construidas en 1974, y una empresa "
            "mantiene los ascensores también cuando se paran.\n",
        },
        "¿Cuánto se paga por perder las llaves?",
        "construir",
        "llaves.md",
        "Se pagan cuarenta euros por la nueva.",
        "¿Quién fabricó las llaves en 1850?",
    ),
]


@pytest.fixture(params=ALL, ids=lambda documents: documents.language)
def documents(request, assay, fakes):  # noqa: F811 - fixtures
    folder = fakes / "pages"
    folder.mkdir()
    (fakes / "assay.toml").write_text("[model]\nretries = 0\n")
    for name, text in request.param.pages.items():
        (folder / name).write_text(text, "utf-8")
    assert assay("index", folder, "--index", "i", "--quick").code == 0
    return request.param


def model(documents: Documents, asked: list[str]) -> Any:
    """Says Yes to the passage with the answer, No to all others, and writes the answer."""

    def reply(handler) -> None:
        prompt = handler.asked["messages"][-1]["content"]
        asked.append(prompt)
        if not handler.asked.get("logprobs"):
            answer(documents.answer)(handler)
            return
        right = documents.pages[documents.right].split(". ")[-1].strip()[:40] in prompt
        meant = documents.question in prompt
        (judged(-0.1, -3.0) if right and meant else judged(-6.0, -0.01))(handler)

    return reply


def test_a_multilingual_model_answers_in_the_language_of_the_question(documents, assay):  # noqa: F811
    asked: list[str] = []
    with serving(model(documents, asked)) as server:
        named = ("--index", "i", "--model", "tiny", "--base-url", server.url, "--json")
        shown = told(assay("ask", documents.question, *named, "--effort", "balanced"))
        refused = told(assay("ask", documents.near_miss, *named, "--effort", "balanced"))
    assert shown["verdict"] == "correct"
    (citation,) = shown["citations"]
    assert citation["source"].endswith(documents.right)
    assert shown["text"] == documents.answer[:-1] + " [1]."
    assert shown["question"] == documents.question
    assert any(f"Answer the question in {documents.language}" in prompt for prompt in asked)
    (odds,) = steps(shown, "odds")
    assert all(row["evaluator"] is None for row in odds["both"])
    assert (refused["text"], refused["verdict"]) == (None, "incorrect")
    assert not [note for note in shown["notes"] if "English" in note]


def test_a_multilingual_model_without_log_probabilities_names_the_passages(documents, assay):  # noqa: F811
    def reply(handler) -> None:
        numbers = "their numbers" in handler.asked["messages"][-1]["content"]
        answer("1" if numbers else documents.answer)(handler)

    with serving(reply) as server:
        named = ("--index", "i", "--model", "tiny", "--base-url", server.url, "--json")
        shown = told(assay("ask", documents.question, *named, "--effort", "thorough"))
    assert NO_LOGPROBS + BY_NAMES in shown["notes"]
    assert shown["text"].startswith(documents.answer[:-1])


def test_words_are_searched_by_the_stems_of_their_language(documents, assay):  # noqa: F811
    third = list(documents.pages)[-1]
    found = assay("find", documents.words, "--index", "i", "--mode", "fulltext")
    assert third in found.out


def test_without_such_a_model_it_is_said_that_the_evaluator_reads_english(documents, assay):  # noqa: F811
    shown = told(assay("ask", documents.near_miss, "--index", "i", "--json"))
    assert ENGLISH_ALONE.format(documents.language) in shown["notes"]
