"""Sentences about the set-up that several experiments share."""

from __future__ import annotations

MODELS = (
    "The paper's generators are LLaMA2 models of 7 billion parameters on a GPU; here it is the"
    " generator named above, by default our extractive reader. Compare the differences between"
    " systems, not the levels."
)
EVALUATOR = (
    "The paper's evaluator is a T5-large with thresholds set by hand for each dataset; here it is"
    " the scorer named above, with the thresholds of its model card (a T5: the paper's pair for"
    " each dataset)."
)
REFLECTION = (
    "The paper's Self-RAG model writes reflection tokens; without such a model our encoders give"
    " relevance, support and utility (`critic` in `[self_rag]`)."
)
KNOWLEDGE = (
    "Internal and external knowledge are those the data brings. CRAG's own files hold texts that"
    " its authors have already refined and joined, so that there is less left to refine."
)
ANSWERING = "No system declines to answer, as in the paper, unless `--may-abstain` is given."
REFERENCES = (
    "The paper retrieves from the web and trains its generator and its verifier as one model of 6"
    " to 13 billion parameters; here five passages come from the index named above, and the"
    " verifier is the one of the settings, by default our small trained one."
)
HALVES = (
    "NQ and TriviaQA: only the half of the questions that our evaluator was not trained on;"
    " the paper has 400 questions of each set."
)
