"""Texts that the outside world sends sooner or later."""

from __future__ import annotations

TEXTS = {
    "empty": "",
    "space": " \n\t\u3000\u2028",
    "emoji": "🤖👩‍👩‍👧‍👦 🇩🇪",
    "right-to-left": "ما هي القائمة؟ \u202eevil",
    "not English": "Was ist eine Liste? リストとは何ですか。",
    "control characters": "a\x00b\x1b[31mred\x07\x7f",
    "combining": "e\u0301" * 50 + "\u0300" * 50,
    "one long word": "x" * 3_000,
    "query syntax": '"unclosed AND (OR NOT * ? title: [a TO b} ^2 ~ \\ / && ||',
    "markup": "<script>alert(1)</script> [SEP] [CLS] </s> <|im_end|> {{7*7}} %s {0}",
    "long": "A list is a mutable sequence. " * 200,
}
