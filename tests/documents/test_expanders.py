"""What a reader of a page can open is read; what nobody can see is not."""

from __future__ import annotations

import pytest

from assay_documents.html import html_blocks

OPENED = [
    '<button aria-controls="x" aria-expanded="false">Call</button><div id="x" hidden>{}</div>',
    '<h3><button aria-expanded="false">Help</button></h3><div hidden>{}</div>',
    '<a role="tab" href="#x">Phones</a><section role="tabpanel" id="x" hidden>{}</section>',
    '<button data-bs-target="#x">Phones</button><div id="x" style="display: none">{}</div>',
    '<a data-target="#x" href="#">Phones</a><div id="x" aria-hidden="true">{}</div>',
    '<a data-toggle="collapse" href="#x">Phones</a><div id="x" hidden>{}</div>',
    '<a data-bs-toggle="tab" href="#x">Phones</a><div id="x" style="display:none">{}</div>',
    '<button popovertarget="x">Phones</button><div id="x" popover>{}</div>',
    "<details><summary>Phones</summary>{}</details>",
    '<button commandfor="x" command="show-modal">Phones</button><dialog id="x">{}</dialog>',
    "<style>.x{{display:none}} :checked ~ .x{{display:block}}</style>"
    '<input type=checkbox id=c><label for=c>Phones</label><div class="x">{}</div>',
    "<style>.x{{max-height:0;overflow:hidden}} :checked + label + .x{{max-height:9em}}</style>"
    '<input type=checkbox id=c><label for=c>Phones</label><div class="x">{}</div>',
    "<style>input:not(:checked) ~ #x{{display:none}}</style>"
    '<input type=radio id=c name=n><label for=c>Phones</label><div id="x">{}</div>',
    "<style>label:has(b), .x{{display:none}} label :checked ~ .x{{display:block}}</style>"
    '<label><input type=checkbox>Phones<span class="x">{}</span></label>',
    "<style>#x{{display:none}} #x:target{{display:block}}</style>"
    '<a href="#x">Phones</a><div id="x">{}</div>',
]
HIDDEN = [
    "<div hidden>{}</div>",
    '<div style="display:none">{}</div>',
    '<p>Help</p><div id="x" hidden>{}</div>',
    '<button aria-controls="x"></button><div id="x" hidden>{}</div>',
    '<button aria-controls="x" hidden>Open</button><div id="x" hidden>{}</div>',
    '<p style="display:none"><button aria-controls="x">Go</button></p><div id="x" hidden>{}</div>',
    '<a href="#x">Open</a><div id="x" hidden>{}</div>',
    '<button aria-controls=x>Go</button><div id=x hidden><div style="font-size:0">{}</div></div>',
    '<button aria-controls="x">Open</button><div id="x" hidden><div hidden>{}</div></div>',
    "<style>.x{{display:none}} :checked ~ .x{{display:block}}</style>"
    '<input type=checkbox id=c><div class="x">{}</div>',
    "<style>.x{{display:none}} :checked ~ .x{{display:block}}</style>"
    '<input type=checkbox id=c><label for=c hidden>Go</label><div class="x">{}</div>',
    "<style>.x{{display:none}} :checked ~ .x{{display:block}}</style>"
    '<input type=checkbox id=c disabled><label for=c>Go</label><div class="x">{}</div>',
    "<style>.x{{display:none}} :checked ~ .x{{font-size:0}}</style>"
    '<input type=checkbox id=c><label for=c>Go</label><div class="x">{}</div>',
    "<style>.x{{display:none}} :checked ~ .x{{display:block; font-size:0}}</style>"
    '<input type=checkbox id=c><label for=c>Go</label><div class="x">{}</div>',
    "<style>:checked ~ .y{{color:red}}</style>"
    "<input type=checkbox id=c><label for=c>Go</label><dialog>{}</dialog>",
    "<style>#x{{display:none}} #x:target{{display:block}}</style><div id=x>{}</div>",
]


@pytest.mark.parametrize("page", OPENED)
def test_what_a_reader_can_open_is_read(page):
    assert "Call 111 now." in words(page)


@pytest.mark.parametrize("page", HIDDEN)
def test_what_nobody_can_see_stays_out(page):
    assert "Call 111 now." not in words(page)


def words(page: str) -> str:
    blocks = html_blocks(f"<p>Before.</p>{page.format('<p>Call 111 now.</p>')}").blocks
    return " ".join(block.text for block in blocks)
