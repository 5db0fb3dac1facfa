"""A fake for every port, to test your own parts and strategies without models or network.

`Fake` plus the port's name: `FakeRetriever`, `FakeGenerator` and so on. Each is deterministic,
keeps what it was asked in `calls`, and is observed in the trace under the same step name as
the real part. Give any of them `error=` to see how your code behaves when that part fails.
"""

from __future__ import annotations

from assay.testing.answering import FakeGenerator, FakeKnowsByItself, FakeStrategy
from assay.testing.checking import FakeIndicator, FakeNliScorer, FakeVerifier
from assay.testing.fake import make_passage
from assay.testing.finding import (
    FakeActionTrigger,
    FakeKnowledgeSearch,
    FakePageReader,
    FakeQueryRewriter,
    FakeQuestionPreparer,
    FakeRefiner,
    FakeRelevanceScorer,
    FakeRetriever,
    FakeSearchEngine,
    FakeStripScorer,
    FakeWordIdf,
)
from assay.testing.models import FakeChatModel, FakeComplexityClassifier, FakeEmbedder
from assay.testing.reflecting import (
    FakeCritic,
    FakeRetrievalGate,
    FakeSegmentWriter,
    FakeTextModel,
)

__all__ = [
    "FakeActionTrigger",
    "FakeChatModel",
    "FakeComplexityClassifier",
    "FakeCritic",
    "FakeEmbedder",
    "FakeGenerator",
    "FakeIndicator",
    "FakeKnowledgeSearch",
    "FakeKnowsByItself",
    "FakeNliScorer",
    "FakePageReader",
    "FakeQueryRewriter",
    "FakeQuestionPreparer",
    "FakeRefiner",
    "FakeRelevanceScorer",
    "FakeRetrievalGate",
    "FakeRetriever",
    "FakeSearchEngine",
    "FakeSegmentWriter",
    "FakeStrategy",
    "FakeStripScorer",
    "FakeTextModel",
    "FakeVerifier",
    "FakeWordIdf",
    "make_passage",
]
