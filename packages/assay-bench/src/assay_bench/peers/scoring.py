"""Pairs judged in a second: ours, CrossEncoder, FlashRank's way, and the paper's T5."""

from __future__ import annotations

from assay.model_files import MODELS, tokenizer_file
from assay_bench.peers.contender import Contender, Job, missing, not_installed, versions_of
from assay_bench.peers.size import Size
from assay_bench.speed import cross_encoder, flashrank_way, paper_t5
from assay_bench.speed.in_fresh_process import in_fresh_process
from assay_bench.speed.ours import measure_ours
from assay_bench.speed.pair_rate import TOKENS, PairRate, make_groups

ASSAYER = MODELS / "assayer"
TOKENIZER = tokenizer_file(ASSAYER)
CROSS = ("torch", "transformers", "sentence-transformers")
T5 = ("torch", "transformers")
RUNTIME = ("onnxruntime",)


def score(size: Size) -> Job:
    """The same pairs for all, on all cores, each in a process of its own."""
    groups = make_groups(size.pairs, TOKENIZER, size.data)
    ours = in_fresh_process(measure_ours, ASSAYER, groups, size.max_seconds)
    flash = in_fresh_process(flashrank_way.measure_flashrank_way, ASSAYER, groups, size.max_seconds)
    found = [*(_from(each, RUNTIME) for each in ours), _from(flash, RUNTIME)]
    if missing(CROSS):
        found.append(not_installed(cross_encoder.NAME, CROSS))
    else:
        measured = in_fresh_process(
            cross_encoder.measure_cross_encoder, TOKENIZER, groups, size.max_seconds
        )
        found.append(_from(measured, CROSS))
    if missing(T5):
        found.append(not_installed(paper_t5.NAME, T5))
    else:
        found.append(_from(in_fresh_process(paper_t5.measure_paper_t5), T5))
    note = (
        f"Pairs of about {TOKENS} tokens, ten to a question. CrossEncoder is a MiniLM of six layers"
        " like ours, in float32; T5-large has the paper's size; both have random weights, which"
        " makes no difference to speed. FlashRank's way is its recipe over our own network."
    )
    return Job("Scoring", "pairs/s", tuple(found), note)


def _from(rate: PairRate, packages: tuple[str, ...]) -> Contender:
    return Contender(rate.name, rate.pairs_per_second, rate.note, versions_of(packages))
