"""Any causal language model of the transformers library, by name or path (extra `torch`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from assay.adapters.chat.transcript import Transcript, allowance
from assay.budget import current_budget
from assay.errors import InputError, ModelError
from assay.extras import require
from assay.tracing import step
from assay.types import Completion, Message, Role, Token


@dataclass(frozen=True, slots=True)
class TransformersChat:
    """A model such as LLaMA-2-7b or selfrag_llama2_7b, in the process.

    `keep_special` leaves the model's special tokens in the text: Self-RAG speaks in them.
    """

    name: str
    device: str = ""
    keep_special: bool = False
    _tokenizer: Any = field(init=False, repr=False, compare=False)
    _model: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Load tokenizer and weights."""
        torch = require("torch", extra="torch")
        transformers = require("transformers", extra="torch")
        device = self.device or ("cuda" if torch.cuda.is_available() else "cpu")
        kind = torch.float32 if device == "cpu" else torch.bfloat16
        try:
            tokenizer = transformers.AutoTokenizer.from_pretrained(self.name)
            model = transformers.AutoModelForCausalLM.from_pretrained(self.name, dtype=kind)
        except (OSError, ValueError) as error:
            raise ModelError(
                f"transformers cannot load '{self.name}': {str(error).splitlines()[0]}",
                hint="give the name of a model that was downloaded before, or a folder",
            ) from error
        object.__setattr__(self, "_tokenizer", tokenizer)
        object.__setattr__(self, "_model", model.to(device).eval())

    @step("complete", lambda c: {"tokens": c.tokens, "characters": len(c.text), "cut": c.cut})
    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 256,
        temperature: float = 0.0,
        logprobs: int = 0,
    ) -> Completion:
        """The model's next turn, token by token, stopped when the budget of the run is spent."""
        torch = require("torch", extra="torch")
        most = allowance(messages, max_tokens)
        transcript = Transcript(messages, most)
        prompt = self._encoded(messages)
        ids, past = prompt, None
        written: list[int] = []
        ends = self._ends()
        with torch.inference_mode():
            for _ in range(most):
                out = self._model(ids, past_key_values=past, use_cache=True)
                past, scores = out.past_key_values, out.logits[0, -1].float()
                chosen = _chosen(torch, scores, temperature)
                if logprobs:
                    transcript.hear_token(self._token(torch, scores, chosen, logprobs))
                if chosen in ends:
                    transcript.finished = True
                    break
                before = self._text(written)
                written.append(chosen)
                transcript.hear_text(self._text(written).removeprefix(before))
                if transcript.cut:
                    break
                ids = torch.tensor([[chosen]], device=prompt.device)
        transcript.cut = transcript.cut or not transcript.finished
        transcript.hear({"usage": {"total_tokens": prompt.shape[1] + len(written)}})
        return transcript.completion()

    @step("complete", lambda found: {"tokens": sum(c.tokens for c in found), "prompts": len(found)})
    def continue_texts(
        self, prompts: Sequence[str], *, max_tokens: int = 256, logprobs: int = 0
    ) -> list[Completion]:
        """The likeliest continuation of each prompt as it stands, all in one batch."""
        if not prompts:
            return []
        most = allowance([Message(Role.USER, prompt) for prompt in prompts], max_tokens)
        rows = [self._ids(prompt)[0].tolist() for prompt in prompts]
        out = self._generated(rows, most, bool(logprobs))
        found = []
        for at, (prompt, row) in enumerate(zip(prompts, rows, strict=True)):
            transcript = Transcript([Message(Role.USER, prompt)], most)
            ids = out.sequences[at, max(map(len, rows)) :].tolist()
            scores = [step[at] for step in out.logits or ()]
            count = self._hear_all(transcript, ids, scores, logprobs)
            transcript.hear({"usage": {"total_tokens": len(row) + count}})
            found.append(transcript.completion())
        return found

    def complete_batch(
        self, conversations: Sequence[Sequence[Message]], *, max_tokens: int, logprobs: int = 0
    ) -> list[Completion]:
        """The likeliest next turn of each conversation, all in one batch."""
        prompts = [self._prompt(messages) for messages in conversations]
        return self.continue_texts(prompts, max_tokens=max_tokens, logprobs=logprobs)

    def _generated(self, rows: list[list[int]], most: int, keep_logits: bool) -> Any:  # noqa: ANN401 - torch is optional
        """What the library makes of a batch, padded on the left to one length."""
        torch = require("torch", extra="torch")
        longest, ends = max(map(len, rows)), self._ends()
        padded = [[0] * (longest - len(row)) + row for row in rows]
        seen = [[0] * (longest - len(row)) + [1] * len(row) for row in rows]
        device = self._model.device
        with torch.inference_mode():
            return self._model.generate(
                torch.tensor(padded, device=device),
                attention_mask=torch.tensor(seen, device=device),
                max_new_tokens=most,
                do_sample=False,
                max_time=current_budget().seconds_left,
                eos_token_id=ends,
                pad_token_id=ends[0] if ends else 0,
                return_dict_in_generate=True,
                output_logits=keep_logits,
            )

    def _hear_all(
        self, transcript: Transcript, ids: list[int], scores: list[Any], count: int
    ) -> int:
        """How many tokens were written before the end; the transcript has heard each of them."""
        ends = self._ends()
        stop = next((at for at, token in enumerate(ids) if token in ends), None)
        written = ids[:stop]
        for at, chosen in enumerate(written):
            earlier = written[:at]
            before = self._text(earlier)
            transcript.hear_text(self._after(before, earlier, chosen))
            if scores:
                transcript.hear_token(self._spelt(scores[at], before, written[: at + 1], count))
        transcript.finished = stop is not None
        transcript.cut = transcript.cut or not transcript.finished
        return len(written)

    def _spelt(self, scores: Any, before: str, written: list[int], count: int) -> Token:  # noqa: ANN401 - torch is optional
        """The last token and its alternatives, spelt as they would stand in the text."""
        *earlier, chosen = written
        logprobs = scores.float().log_softmax(dim=-1)
        top = logprobs.topk(min(count, logprobs.shape[-1]))
        pairs = zip(top.indices.tolist(), top.values.tolist(), strict=True)
        others = tuple((self._after(before, earlier, i), value) for i, value in pairs)
        return Token(self._after(before, earlier, chosen), float(logprobs[chosen]), others)

    def _after(self, before: str, earlier: list[int], chosen: int) -> str:
        return self._text([*earlier, chosen]).removeprefix(before)

    def _ends(self) -> list[int]:
        ends = getattr(self._model.generation_config, "eos_token_id", None)
        ends = ends if isinstance(ends, list) else [ends]
        return sorted({e for e in [*ends, self._tokenizer.eos_token_id] if e is not None})

    def _encoded(self, messages: Sequence[Message]) -> Any:  # noqa: ANN401 - torch is optional
        return self._ids(self._prompt(messages))

    def _ids(self, prompt: str) -> Any:  # noqa: ANN401 - torch is optional
        ids = self._tokenizer(prompt, return_tensors="pt").input_ids.to(self._model.device)
        room = getattr(self._model.config, "max_position_embeddings", None)
        if room is not None and ids.shape[1] >= room:
            raise InputError(
                f"the prompt has {ids.shape[1]:,} tokens; '{self.name}' reads at most {room:,}",
                hint="ask with less evidence, see --top-k",
            )
        return ids

    def _prompt(self, messages: Sequence[Message]) -> str:
        if getattr(self._tokenizer, "chat_template", None):
            turns = [{"role": str(m.role), "content": m.content} for m in messages]
            template = self._tokenizer.apply_chat_template
            return str(template(turns, tokenize=False, add_generation_prompt=True))
        return instruction_form(messages)

    def _text(self, ids: list[int]) -> str:
        return str(self._tokenizer.decode(ids, skip_special_tokens=not self.keep_special))

    def _token(self, torch: Any, scores: Any, chosen: int, count: int) -> Token:  # noqa: ANN401 - torch is optional
        logprobs = torch.log_softmax(scores, dim=-1)
        top = torch.topk(logprobs, min(count, logprobs.shape[-1]))
        pairs = zip(top.indices.tolist(), top.values.tolist(), strict=True)
        name = self._tokenizer.convert_ids_to_tokens
        return Token(name(chosen), float(logprobs[chosen]), tuple((name(i), v) for i, v in pairs))


def instruction_form(messages: Sequence[Message]) -> str:
    """The conversation as one instruction, the way models without a chat template are tuned."""
    heading = {Role.SYSTEM: "Instruction", Role.USER: "Input", Role.ASSISTANT: "Response"}
    parts = [f"### {heading[m.role]}:\n{m.content}\n\n" for m in messages]
    if messages and messages[0].role is Role.USER:
        parts[0] = parts[0].replace("### Input:", "### Instruction:", 1)
    return "".join(parts) + "### Response:\n"


def _chosen(torch: Any, scores: Any, temperature: float) -> int:  # noqa: ANN401 - torch is optional
    if temperature <= 0:
        return int(scores.argmax())
    return int(torch.multinomial(torch.softmax(scores / temperature, dim=-1), 1))
