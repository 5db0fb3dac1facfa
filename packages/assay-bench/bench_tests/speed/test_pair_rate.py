from __future__ import annotations

import statistics
import time

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers

from assay.testing import make_passage
from assay_bench.speed.pair_rate import Group, absent, make_groups, measure


@pytest.fixture
def tokenizer(tmp_path):
    """One token for each word: enough to count by."""
    core = Tokenizer(models.WordLevel({"?": 0}, unk_token="?"))
    core.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    core.save(str(tmp_path / "tokenizer.json"))
    return tmp_path / "tokenizer.json"


def test_pairs_come_in_tens_and_have_about_160_tokens(tokenizer):
    groups = make_groups(200, tokenizer)
    assert [len(group.passages) for group in groups] == [10] * 20
    assert len({p.id for g in groups for p in g.passages}) == 200
    lengths = [len(f"{g.question} {p.text}".split()) for g in groups for p in g.passages]
    assert statistics.mean(lengths) == pytest.approx(160, abs=5)
    assert len(set(lengths)) > 5
    assert groups == make_groups(200, tokenizer)


def test_the_first_group_warms_up_and_is_not_counted():
    groups = [Group(f"q{n}", (make_passage("a"), make_passage("b"))) for n in range(4)]
    judged = []
    rate = measure("me", lambda group: judged.append(group.question), groups, 60)
    assert judged == ["q0", "q1", "q2", "q3"]
    assert (rate.name, rate.pairs) == ("me", 6)
    assert rate.pairs_per_second > 0


def test_a_slow_contender_is_cut_short():
    groups = [Group("q", (make_passage("a"),))] * 50
    assert measure("slow", lambda group: time.sleep(0.02), groups, 0.01).pairs == 1


def test_what_is_not_installed_is_said_and_not_raised():
    rate = absent("peer", "some_package")
    assert rate.pairs_per_second is None
    assert rate.note == "not installed: some_package"
