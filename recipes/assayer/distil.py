"""The student learns what the teacher says, and for a while also how it comes to say it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import torch
from torch import Tensor, nn
from torch.nn import functional

from assay_tuning.rounding import fake_quantise
from recipes.assayer.backbone import half_precision
from recipes.assayer.encode import Encoded
from recipes.assayer.fit import Plan, Training, sentence_loss, span_logits, span_loss
from recipes.assayer.network import STRIP, Network, sentence_logits
from recipes.assayer.rivals import TOGETHER

# Layers of the student (of six) that imitate layers of the teacher (of twelve).
IMITATED = {2: 4, 4: 8, 6: 12}
IMITATION = 0.5  # weight of that
JUDGING = 2.0  # weight of relevance beside the other outputs: passages are ranked by it
RANKING = 1.0  # weight of the order of the passages of one question
KNOWN = 0.5  # of the good passage's share that is the label's, the rest is the teacher's
AVERAGE = 0.999  # share of the old averaged weights that each step keeps
# An unlabelled pair of which the teacher is this sure teaches little the second time.
SURE = 4.0  # in logits
KEPT_SURE = 0.2  # share of them that is seen again


class Lessons:
    """What the teacher says about every row, asked once and remembered in half precision."""

    def __init__(
        self, teacher: Network, data: Encoded, ranked: int = 0, second: Network | None = None
    ) -> None:
        """Room for all rows; nothing is asked yet. The first `ranked` rows are rivals.

        With a `second` judge what is relevant is the mean of both opinions: a student of before
        and its teacher err in other cases.
        """
        count, width = data.ids.shape
        self.teacher = teacher.eval()
        self.second = None if second is None else second.eval()
        self.ranked = ranked
        self.complete = False
        self.relevance = torch.zeros(count, dtype=torch.float16, device=data.ids.device)
        self.tokens = torch.zeros(count, width, 3, dtype=torch.float16, device=data.ids.device)

    @torch.no_grad()
    def ask(self, rows: Tensor, batch: Encoded) -> list[Tensor]:
        """Let the teacher look at some rows; gives back the layers to be imitated."""
        states = self.teacher.states(batch.ids.long(), batch.types.long())
        judged, read = self.teacher.judge(states[-1])
        if self.second is not None:
            judged = (judged + self.second(batch.ids.long(), batch.types.long())[0]) / 2
        self.relevance[rows] = judged.to(torch.float16)
        self.tokens[rows, : read.shape[1]] = read.to(torch.float16)
        return [states[layer] for layer in IMITATED.values() if layer < len(states)]

    def ask_all(self, data: Encoded, size: int) -> None:
        """Look at all rows at once, for several students; nobody imitates layers then."""
        for rows in torch.argsort(data.length).split(size):
            with half_precision(data.ids.device.type):
                self.ask(rows, data[rows])
        self.complete = True

    def rows(self, data: Encoded, epoch: int) -> Tensor:
        """The rows of an epoch: the rivals, and after them those by themselves, by their length.

        In later epochs, and where all was asked before, these are the ones with a label, those of
        which the teacher is unsure, and some of the others.
        """
        worth = torch.ones_like(data.weight, dtype=torch.bool)
        if epoch or self.complete:
            lucky = torch.rand(len(self.relevance), device=data.ids.device) < KEPT_SURE
            worth = (data.weight > 0) | (self.relevance.abs() < SURE) | lucky
        alone = worth[self.ranked :].nonzero().flatten() + self.ranked
        alone = alone[torch.argsort(data.length[alone], stable=True)]
        rivals = torch.arange(self.ranked, device=alone.device)
        return torch.cat([rivals, alone[: len(alone) - len(alone) % TOGETHER]])

    def __getitem__(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """What was said about some rows."""
        return self.relevance[rows], self.tokens[rows]


def distil(
    student: Network,
    lessons: Lessons,
    data: Encoded,
    plan: Plan,
    *,
    trust: float,
    rounded: float,
    beside: Callable[[], Tensor] | None = None,
) -> Iterator[tuple[str, dict[str, Tensor]]]:
    """Train the student in place; gives its averaged weights before and after rounding, by name.

    In the first epoch the teacher is asked, unless it was before, and its layers are imitated too;
    what it is sure of is seen less often from then on. The last `rounded` share of the time is
    trained with the rounding of the int8 file. `beside`: a loss that is added in every step.
    """
    device = data.ids.device
    wide, narrow = (net.encoder.config.hidden_size for net in (lessons.teacher, student))
    bridges = nn.ModuleList(nn.Linear(narrow, wide) for _ in IMITATED).to(device)
    plan = replace(plan, together=TOGETHER)
    training = Training([student, bridges], data, plan, lambda epoch: lessons.rows(data, epoch))
    smooth = Smooth(student)
    rounding = False
    student.eval()  # no dropout: a small student of so many pairs is not in danger of overfitting
    for rows, batch in training.batches():
        if not rounding and training.share > 1 - rounded:
            yield "float", smooth.copy()
            rounding = True
            fake_quantise(student.encoder)
        with half_precision(device.type):
            states = student.states(batch.ids.long(), batch.types.long())
            imitation = torch.zeros((), device=device)
            if training.epoch == 0 and not lessons.complete:
                theirs = lessons.ask(rows, batch)
                ours = [states[layer] for layer in IMITATED]
                imitation = likeness_loss(bridges, ours, theirs, batch.length)
            told = student.judge(states[-1])
            taught = lessons[rows]
            loss = distil_loss(told, batch, taught, trust) + RANKING * ranking_loss(
                told[0], taught[0], rows < lessons.ranked
            )
            if beside is not None:
                loss = loss + beside()
        training.step(loss + IMITATION * imitation)
        smooth.follow()
    if not rounding:  # too few steps to begin with it
        yield "float", smooth.copy()
    yield "rounded", smooth.copy()


def likeness_loss(
    bridges: nn.ModuleList, ours: list[Tensor], theirs: list[Tensor], length: Tensor
) -> Tensor:
    """How far our layers, brought to the teacher's width, are from the teacher's, over the text."""
    inside = torch.arange(ours[0].shape[1], device=length.device) < length[:, None]
    total = torch.zeros((), device=length.device)
    for bridge, our, their in zip(bridges, ours, theirs, strict=True):
        goal = functional.layer_norm(their.float(), their.shape[-1:])
        far = (bridge(our).float() - goal).square().mean(-1)
        total = total + (far * inside).sum() / inside.sum()
    return total


def distil_loss(
    told: tuple[Tensor, Tensor], batch: Encoded, taught: tuple[Tensor, Tensor], trust: float
) -> Tensor:
    """The loss against soft labels; `trust` is the teacher's share where a label is known too."""
    relevance, tokens = told[0].float(), told[1].float()
    lesson = taught[1].float()[:, : batch.ids.shape[1]]
    start, end = span_logits(tokens, batch)
    soft_start, soft_end = span_logits(lesson, batch)
    read = divergence(start, soft_start) + divergence(end, soft_end)
    # A weight of zero marks a pair whose label is a guess: there the teacher alone is asked.
    share = torch.where(batch.weight > 0, trust, 1.0)
    target = share * taught[0].float().sigmoid() + (1 - share) * batch.relevance
    judged = functional.binary_cross_entropy_with_logits(relevance, target, reduction="none")
    scores, exist = sentence_logits(tokens[..., STRIP], batch.sentence)
    goal, _ = sentence_logits(lesson[..., STRIP], batch.sentence)
    strips = sentence_loss(scores, goal.sigmoid(), exist)
    hard = span_loss(start, end, batch)
    return (JUDGING * judged + share * read + (1 - share) * 0.5 * hard + strips).mean()


def ranking_loss(ours: Tensor, theirs: Tensor, ranked: Tensor) -> Tensor:
    """How far our order of the passages of each question is from the label's and the teacher's."""
    groups = ranked.view(-1, TOGETHER)[:, 0].float()
    goal = (1 - KNOWN) * theirs.float().view(-1, TOGETHER).softmax(-1)
    goal[:, 0] += KNOWN
    far = -(goal * ours.float().view(-1, TOGETHER).log_softmax(-1)).sum(-1)
    return (far * groups).sum() / groups.sum().clamp_min(1)


def divergence(ours: Tensor, theirs: Tensor) -> Tensor:
    """How far our distribution over the tokens of each row is from the teacher's."""
    return functional.kl_div(
        ours.log_softmax(-1), theirs.log_softmax(-1), reduction="none", log_target=True
    ).sum(-1)


class Smooth:
    """A running average of a network's weights, better than the last of them."""

    def __init__(self, network: nn.Module) -> None:
        """Start from the weights as they are."""
        state = network.state_dict(keep_vars=True)
        self._live = {n: v for n, v in state.items() if v.is_floating_point()}
        self._mean = {n: v.detach().clone() for n, v in self._live.items()}
        self._steps = 0

    @torch.no_grad()
    def follow(self) -> None:
        """Move a little towards the current weights; the first steps count for more."""
        self._steps += 1
        kept = min(AVERAGE, self._steps / (self._steps + 10))
        torch._foreach_lerp_(list(self._mean.values()), list(self._live.values()), 1 - kept)

    def copy(self) -> dict[str, Tensor]:
        """The averaged weights."""
        return {name: value.clone() for name, value in self._mean.items()}
