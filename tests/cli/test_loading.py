from __future__ import annotations

import gc

import pytest

from assay.cli.start.loading import loading


@pytest.fixture
def collector():
    was_on = gc.isenabled()
    gc.enable()
    yield gc
    (gc.enable if was_on else gc.disable)()


def collections() -> list[int]:
    return [generation["collections"] for generation in gc.get_stats()]


def test_nothing_is_collected_meanwhile_nor_at_once_afterwards(collector):
    young, _, _ = collector.get_threshold()
    before = collections()
    with loading():
        kept = [[] for _ in range(100 * young)]
    kept += [[] for _ in range(young // 10)]
    assert collections() == before


def test_the_collector_is_on_again_even_after_an_error(collector):
    with pytest.raises(ValueError, match="in between"), loading():
        assert not collector.isenabled()
        raise ValueError("in between")
    assert collector.isenabled()


def test_a_collector_that_was_off_stays_off(collector):
    collector.disable()
    with loading():
        pass
    assert not collector.isenabled()


def test_rubbish_from_the_time_of_loading_is_found_later(collector):
    class Node:
        pass

    with loading():
        node = Node()
        node.itself = node
        del node
    frozen = collector.get_freeze_count()
    assert collector.collect() > 0
    assert collector.get_freeze_count() == frozen == 0
