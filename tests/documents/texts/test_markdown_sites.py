"""Markdown as makers of web sites write it: HTML, fields, template marks, numbers."""

from __future__ import annotations

from assay_documents.markdown.read_markdown import markdown_blocks

BY_LAWS = """# By-laws

<h2>Article I</h2>

<ol>
  <li>The office is in the town.</li>

  <li>Meetings are held in May.</li>
</ol>

<h2>Article II</h2>

<table>
<tr><th>Lot</th><th>Fee</th></tr>

<tr><td>1</td><td>$90</td></tr>
<tr><td>2</td><td>$95</td></tr>
</table>

## Article III

Fees are *due* in June.
"""


def test_html_in_markdown_keeps_its_headings_lists_tables_and_lines():
    blocks = markdown_blocks(BY_LAWS).blocks
    found = [(b.kind.value, b.number, b.text, b.headings, b.place.line) for b in blocks]
    assert found == [
        ("heading", "", "By-laws", (), 1),
        ("heading", "", "Article I", (), 3),
        ("item", "1.", "The office is in the town.", ("Article I",), 6),
        ("item", "2.", "Meetings are held in May.", ("Article I",), 8),
        ("heading", "", "Article II", (), 11),
        ("row", "", "Lot: 1; Fee: $90", ("Article II",), 16),
        ("row", "", "Lot: 2; Fee: $95", ("Article II",), 17),
        ("heading", "", "Article III", (), 20),
        ("paragraph", "", "Fees are due in June.", ("Article III",), 22),
    ]


def test_hidden_html_in_markdown_stays_out():
    page = '# A\n\n<div style="display:none">Secret order.</div>\n\n<p>Seen.</p>\n'
    assert [b.text for b in markdown_blocks(page).blocks] == ["A", "Seen."]


def test_of_front_matter_only_what_says_something_is_text():
    page = (
        "---\nlayout: post\ntitle: 'Annual meeting'\ndate: 2014-11-05\nlocation: Fire station\n"
        "banner: /images/a.jpg\ndescription: >\n  What was decided\n  in autumn.\ndraft: true\n"
        "tags: [minutes, dues]\nnav_order: 3\n---\n\nDues rise.\n"
    )
    contents = markdown_blocks(page)
    assert contents.title == "Annual meeting"
    assert [block.text for block in contents.blocks] == [
        "What was decided in autumn.",
        "Date: 2014-11-05; Location: Fire station; Tags: minutes, dues",
        "Dues rise.",
    ]


def test_fields_between_plus_signs_are_front_matter_as_well():
    page = (
        '+++\ntitle = "Bakery"\ndate = 2023-01-02\nweight = 10\ntags = ["bread", "rye"]\n'
        'summary = "What it sells."\n[params]\nmenu = "main"\n+++\n\nRye bread costs 4 euros.\n'
    )
    contents = markdown_blocks(page)
    assert contents.title == "Bakery"
    assert [(block.text, block.place.line) for block in contents.blocks] == [
        ("What it sells.", 2),
        ("Date: 2023-01-02; Tags: bread, rye", 2),
        ("Rye bread costs 4 euros.", 11),
    ]


def test_lines_of_front_matter_may_end_as_those_of_windows():
    contents = markdown_blocks('+++\r\ntitle = "Bakery"\r\n+++\r\n\r\nRye bread.\r\n')
    assert (contents.title, [block.text for block in contents.blocks]) == ("Bakery", ["Rye bread."])


def test_what_only_looks_like_fields_between_plus_signs_is_text():
    texts = [b.text for b in markdown_blocks("+++\nTo be done\n+++\n\nBread.\n").blocks]
    assert texts == ["+++ To be done +++", "Bread."]


def test_attributes_and_marks_of_programs_behind_words_are_no_text():
    page = (
        "A boat pays *14 euros*{: .price } a night. {: .note #fee}\n\n"
        'Pay <%= fees.total %> soon. {{< figure src="a.jpg" >}} {{% notice %}}Closed now.\n\n'
        "Write {:.2f} or {:#x} or {: , as programs do, and `x {: .kept}`.\n"
    )
    assert [block.text for block in markdown_blocks(page).blocks] == [
        "A boat pays 14 euros a night.",
        "Pay soon. Closed now.",
        "Write {:.2f} or {:#x} or {: , as programs do, and x {: .kept}.",
    ]


def test_what_puts_in_a_list_of_contents_is_no_text():
    page = "# A\n\n* TOC\n{:toc}\n\n1. Contents\n{: toc levels=2}\n\n[TOC]\n\n[[_TOC_]]\n\nRye.\n"
    assert [block.text for block in markdown_blocks(page).blocks] == ["A", "Rye."]


def test_lines_of_a_program_beside_a_text_are_no_text():
    page = (
        "import Tabs from '@theme/Tabs';\nimport '../a.css'\n\nexport const port = 8080;\n\n"
        '<Tabs>\n<TabItem value="a">\n\nRun it. {/* a remark */}\n\n</TabItem>\n</Tabs>\n\n'
        "import the data from 'Export' first.\n\nexport controls hold.\n"
    )
    assert [block.text for block in markdown_blocks(page).blocks] == [
        "Run it.",
        "import the data from 'Export' first.",
        "export controls hold.",
    ]


def test_links_between_notes_show_their_words():
    page = "See [[Dogs|rules for dogs]], [[Fees 2024]] and `[[ -f x ]]`, [[ 1 ]] ![[hall.png]].\n"
    (block,) = markdown_blocks(page).blocks
    assert block.text == "See rules for dogs, Fees 2024 and [[ -f x ]], [[ 1 ]] ."


def test_template_marks_are_no_text_outside_code():
    page = (
        "# Lamps\n{: .no_toc}\n\n{% include head.html %}\n\nBy {{ site.author }} we *burn* oil.\n\n"
        "[more]({{ site.url }}/more) and `{{ kept }}`\n\n```\n{% raw %}\n```\n"
    )
    texts = [block.text for block in markdown_blocks(page).blocks]
    assert texts == ["Lamps", "By we burn oil.", "more and {{ kept }}", "{% raw %}"]


def test_ordered_items_are_counted_as_a_browser_counts_them():
    page = "1. Unpack.\n1. Screw on.\n1. Light.\n\nThen:\n\n4. Trim.\n4. Snuff.\n"
    numbers = [b.number for b in markdown_blocks(page).blocks if b.number]
    assert numbers == ["1.", "2.", "3.", "4.", "5."]


def test_a_link_to_what_a_template_names_is_a_link():
    page = "See [our rules]({% link rules.md %}#dogs) and [fees](fees/{{ page.year }}).\n\n"
    page += "* [{{ item.title }}](#{{ item.title | slugify }})\n"
    assert [each.text for each in markdown_blocks(page).blocks] == ["See our rules and fees."]
