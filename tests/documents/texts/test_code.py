from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay_documents.errors import UnreadableError
from assay_documents.readers import read_documents
from assay_documents.texts.code import code_blocks, is_packed
from tests.documents.reading import check_cuts, document, kept, lines

PYTHON = '''#!/usr/bin/env python
"""Keeps lamps."""

import os

LIMIT = 3


class Lamp(Thing):
    """A lamp.

    It burns.
    """

    oil = 1

    @property
    def bright(self) -> bool:
        """True when it burns."""
        return self.oil > 0


# Lights a lamp.
# Twice, if needed.
async def light(lamp, twice=False):
    def inner():
        pass
    return lamp


def short(): return 1
'''

C = """/* Lamps and
 * their oil. This file has nine words and more. */
#include <stdio.h>

/** Lights a lamp.
 *  Returns 0. */
int light(struct lamp *l, int n)
{
    if (n) {
        return f(n);
    }
    return 0;
}

/* How many. */
#define LAMPS 3

struct lamp {
    int oil;   /* litres */
};

int put_out(struct lamp *l);
"""

SCRIPT = """# Starts the lamps of the whole town in one go, slowly.

set -e

# Lights one lamp.
light() {
    echo "$1"
}

light 1
"""

TYPESCRIPT = """import x from "y";

/** A lamp. */
export class Lamp {
    oil = 1;

    /** Lights it. */
    function light(n: number): void {
        go(n);
    }
}

// Puts it out.
export const out = async (lamp: Lamp) => {
    lamp.stop();
};
"""

PERL = """package Lamp;

=head1 NAME

Lamp - keeps a lamp

=head2 Options

=over 4

=item B<--all>

Lights C<all> lamps.

=back

=cut

# Lights it.
sub light {
    return 1;
}
"""


def test_python_by_function_and_class():
    contents = code_blocks(PYTHON, ".py")
    assert lines(contents) == [
        ("code", "#!/usr/bin/env python"),
        ("paragraph", "Keeps lamps."),
        ("code", "import os\n\nLIMIT = 3"),
        ("entry", "Lamp\nA lamp.\nIt burns."),
        ("code", "class Lamp(Thing):"),
        ("code", "    oil = 1"),
        ("entry", "Lamp.bright\nTrue when it burns."),
        ("code", "    @property\n    def bright(self) -> bool:"),
        ("code", "        return self.oil > 0"),
        ("entry", "light\nLights a lamp. Twice, if needed."),
        (
            "code",
            "async def light(lamp, twice=False):\n    def inner():\n        pass\n    return lamp",
        ),
        ("entry", "short"),
        ("code", "def short(): return 1"),
    ]
    blocks = {block.text.partition("\n")[0]: block for block in contents.blocks}
    assert blocks["Lamp.bright"].headings == ("Lamp",)
    assert blocks["Lamp.bright"].place.line == 17
    assert blocks["        return self.oil > 0"].headings == ("Lamp", "Lamp.bright")


def test_c_by_function_and_type():
    contents = code_blocks(C, ".h")
    found = lines(contents)
    assert ("entry", "light\nLights a lamp. Returns 0.") in found
    assert ("entry", "LAMPS\nHow many.") in found
    assert ("entry", "lamp") in found
    assert ("entry", "put_out") in found
    body = next(b for b in contents.blocks if b.text.startswith("int light"))
    assert body.text.endswith("return 0;\n}") and body.headings == ("light",)
    assert body.place.line == 7


@pytest.mark.parametrize(
    ("text", "ending", "entries"),
    [
        (SCRIPT, ".sh", ["light\nLights one lamp."]),
        (TYPESCRIPT, ".ts", ["Lamp\nA lamp.", "light\nLights it.", "out\nPuts it out."]),
        (PERL, ".pm", ["--all", "light\nLights it."]),
        ("def f(:\n    pass\n", ".py", ["f"]),
        ("CREATE TABLE lamps (\n  id int\n);\n", ".sql", ["lamps"]),
        ("pub fn light(n: u8) -> u8 {\n    n\n}\n", ".rs", ["light"]),
        ("func (l *Lamp) Light() {\n}\nfunc Out() {\n}\n", ".go", ["Out"]),
    ],
)
def test_other_languages_by_their_layout(text, ending, entries):
    contents = code_blocks(text, ending)
    assert [text for kind, text in lines(contents) if kind == "entry"] == entries
    check_cuts(document(contents))


@pytest.mark.parametrize(
    ("text", "ending"), [(PYTHON, ".py"), (C, ".c"), (SCRIPT, ""), (TYPESCRIPT, ".ts")]
)
def test_all_words_are_kept(text, ending):
    assert kept(code_blocks(text, ending), text) >= 0.99


@pytest.mark.parametrize(
    "text",
    ["", "\x00", "/*\n" * 3000, "/* a\n" * 3000 + "*/ x", "{" * 3000, "class A:\n" * 500,
     "def f():\n" + " " * 500 + "pass", "#" * 3000, "(" * 3000, "int " * 2000 + "f("],
)  # fmt: skip
@pytest.mark.parametrize("ending", [".py", ".c", ".pl"])
def test_hostile_sources_are_read(text, ending):
    check_cuts(document(code_blocks(text, ending)))


source_lines = st.sampled_from(
    ["def f(a):", "    pass", "class A:", "    def g(self):", "        x = 1", "",
     "# a remark", "}",
     "int main(void) {", "    return 0;", "/* said", "   more */", "// note", "end", "=head1 A",
     "=cut", "struct a {", "  int b;", "};", '"""doc"""', "@x", "f() {"]
)  # fmt: skip


@given(
    st.lists(source_lines, max_size=30).map("\n".join), st.sampled_from([".py", ".c", ".pl", ""])
)
def test_no_source_loses_a_word(text, ending):
    contents = code_blocks(text, ending)
    if "=" not in text.replace(" = ", ""):
        assert kept(contents, text) == 1
    check_cuts(document(contents))


def test_packed_scripts_are_not_read_and_a_long_line_alone_is_no_reason(tmp_path):
    packed = tmp_path / "lamp.min.js"
    packed.write_text("/* lamps */\n" + "var a=1;" * 400)
    with pytest.raises(UnreadableError, match="packed"):
        list(read_documents(packed))
    picture = f'OIL = "{"x" * 1200}"\n'
    assert is_packed(picture)
    assert not is_packed(picture + PYTHON * 10)


@pytest.mark.parametrize(
    "name", ["searchindex.js", "search_index.json", "searchindex-7a90acc2.js", "searchindex.json"]
)
def test_the_search_index_of_a_site_is_not_read_beside_its_pages(tmp_path, name):
    path = tmp_path / name
    path.write_text('{"docs": ["All pages once more."]}')
    with pytest.raises(UnreadableError, match="search index"):
        list(read_documents(path))
    path.rename(tmp_path / "research_index.json")
    assert list(read_documents(tmp_path / "research_index.json"))
