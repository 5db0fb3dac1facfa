from __future__ import annotations

from assay_documents.xml_manual.read_manual import manual_blocks
from tests.documents.reading import check_cuts, document, lines

TASK = """<?xml version="1.0"?>
<!DOCTYPE task PUBLIC "-//OASIS//DTD DITA Task//EN" "task.dtd">
<task id="light">
  <title>Light the lamp</title>
  <titlealts><navtitle>Lamps</navtitle></titlealts>
  <shortdesc>Lamps are lit by hand.</shortdesc>
  <prolog><author>Anna</author><metadata><keywords><keyword>oil</keyword></keywords></metadata>
  </prolog>
  <taskbody>
    <prereq>Buy oil.</prereq>
    <context><p>Use <menucascade><uicontrol>Lamp</uicontrol><uicontrol>Light</uicontrol>
    </menucascade> of <ph keyref="product-name"/>; see <xref href="#light/kinds"/> and
    <xref href="wick-trim.dita"/>.<fn>Or use a match.</fn></p></context>
    <steps>
      <step><cmd>Open the valve.</cmd><info>It is <xmlelement>left</xmlelement>.</info>
        <substeps><substep><cmd>Turn it.</cmd></substep></substeps></step>
      <step><cmd>Wait.</cmd><stepresult>It burns.</stepresult></step>
    </steps>
    <result>There is light. <note type="caution">It is hot.</note></result>
    <example id="kinds"><title>Kinds of oil</title>
      <simpletable><sthead><stentry>Oil</stentry><stentry>Price</stentry></sthead>
        <strow><stentry>Whale</stentry><stentry>9</stentry></strow></simpletable>
      <dl><dlentry><dt>Wick</dt><dd>A cord.</dd></dlentry></dl>
      <parml><plentry><pt>--dim</pt><pd>Burn low.</pd></plentry></parml>
      <codeblock>lamp   --dim</codeblock>
      <fig><title>A can</title><image href="can.png"><alt>A can of oil</alt></image></fig>
      <draft-comment>Ask Anna.</draft-comment>
    </example>
  </taskbody>
  <related-links><link href="oil.dita"><linktext>On oil</linktext></link></related-links>
</task>"""


def test_a_task():
    made = manual_blocks(TASK)
    check_cuts(document(made))
    assert made.title == "Light the lamp"
    assert lines(made) == [
        ("heading", "Light the lamp"),
        ("paragraph", "Lamps are lit by hand."),
        ("paragraph", "Buy oil."),
        (
            "paragraph",
            "Use Lamp > Light of product name; see Kinds of oil and wick trim. (Or use a match.)",
        ),
        ("item", "Open the valve."),
        ("paragraph", "It is <left>."),
        ("item", "Turn it."),
        ("item", "Wait."),
        ("paragraph", "It burns."),
        ("paragraph", "There is light."),
        ("paragraph", "Caution: It is hot."),
        ("heading", "Kinds of oil"),
        ("row", "Oil: Whale; Price: 9"),
        ("entry", "Wick\nA cord."),
        ("entry", "--dim\nBurn low."),
        ("code", "lamp   --dim"),
        ("paragraph", "A can"),
        ("paragraph", "A can of oil"),
        ("furniture", "On oil"),
    ]
    assert [b.number for b in made.blocks if b.number] == ["1.", "a.", "2."]


def test_topics_in_a_topic_and_a_table_of_properties():
    made = manual_blocks(
        "<reference id='a'><title>Lamp</title><refbody><properties>"
        "<prophead><proptypehd>Kind</proptypehd><propvaluehd>Value</propvaluehd></prophead>"
        "<property><proptype>tall</proptype><propvalue>9</propvalue></property></properties>"
        "</refbody><concept id='b'><title>Oil</title><conbody><p>It burns.</p></conbody></concept>"
        "</reference>"
    )
    assert lines(made)[1:] == [
        ("row", "Kind: tall; Value: 9"),
        ("heading", "Oil"),
        ("paragraph", "It burns."),
    ]
    assert made.blocks[-1].headings == ("Oil",)
    assert made.blocks[-1].place.anchor == "b"


def test_a_map_shows_the_titles_that_it_gives():
    made = manual_blocks(
        "<map><title>Lamps</title><topicref href='light.dita' navtitle='Light'>"
        "<topicref href='oil.dita'><topicmeta><navtitle>Oil</navtitle><author>Anna</author>"
        "</topicmeta></topicref></topicref></map>"
    )
    assert [text for _, text in lines(made)] == ["Lamps", "Light", "Oil"]
