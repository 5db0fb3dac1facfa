import pytest

from assay.adapters.chat.transcript import Transcript
from assay.budget import Limits, limited, part_of_time
from assay.errors import BudgetSpentError
from assay.types import Message, Role

ASKED = [Message(Role.USER, "Where does Oslo lie?")]


def heard(text: str) -> Transcript:
    transcript = Transcript(ASKED, 50)
    transcript.hear_text(text)
    return transcript


def test_whole_sentences_are_kept_where_only_a_part_of_the_time_is_over():
    with limited(Limits(seconds=60)), part_of_time(0.0):
        kept = heard("Oslo lies on a fjord. It is").completion()
        assert (kept.text, kept.cut) == ("Oslo lies on a fjord. It is", True)
        with pytest.raises(BudgetSpentError):
            heard("Oslo lies").completion()
    with limited(Limits(seconds=0)), pytest.raises(BudgetSpentError):
        heard("Oslo lies on a fjord. It is").completion()
