"""What Python-Markdown adds to Markdown."""

from __future__ import annotations

import pytest

from assay_documents.markdown.read_markdown import markdown_blocks
from tests.documents.reading import lines

TABS = """\
# Install

Choose your system.
=== "Linux"
    === "Package"
        1. Get the file.

            ```
            get lamp
            ```
        2. Open it.

    === "Source"
        Build it.

=== "Windows"
    Run the installer.

After that, light it.
"""


def test_tabs_are_sections_and_what_follows_them_is_in_none():
    blocks = markdown_blocks(TABS).blocks
    paths = {block.text: block.headings for block in blocks if block.kind != "heading"}
    assert paths == {
        "Choose your system.": (),
        "Get the file.": ("Linux", "Package"),
        "get lamp": ("Linux", "Package"),
        "Open it.": ("Linux", "Package"),
        "Build it.": ("Linux", "Source"),
        "Run the installer.": ("Windows",),
        "After that, light it.": (),
    }


def test_a_line_below_a_title_is_no_tab():
    assert lines(markdown_blocks('Oil\n===\n\nSay ==="x" here.\n')) == [
        ("heading", "Oil"),
        ("paragraph", 'Say ==="x" here.'),
    ]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("## 1.4.0 - May ## {: #v1.4.0 }", "1.4.0 - May"),
        ("## Oil { .big #oil }", "Oil"),
        ("## The set {a, b}", "The set {a, b}"),
        ("[Get it](x){ .button } now", "Get it now"),
        ("[The](x) {name} stays", "The {name} stays"),
        ("Use `#!python len(x)` or `#!/bin/sh -e`.", "Use len(x) or #!/bin/sh -e."),
    ],
)
def test_attributes_and_languages_are_no_text(text, read):
    assert [said for _, said in lines(markdown_blocks(text))] == [read]
