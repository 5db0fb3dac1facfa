from __future__ import annotations

from assay_documents.xml_manual.read_manual import manual_blocks
from tests.documents.reading import check_cuts, document, lines

PAGE = """<page xmlns="http://projectmallard.org/1.0/" type="topic" id="lamp"
      xmlns:if="http://projectmallard.org/if/1.0/">
  <info>
    <link type="guide" xref="index#light"/>
    <revision version="3" status="final"/>
    <credit type="author"><name>Anna</name><email>a@lamp.example</email></credit>
    <include href="legal.xml" xmlns="http://www.w3.org/2001/XInclude"/>
    <title type="link">Lamps</title>
    <desc>How to light a <app>Lumen</app>.</desc>
  </info>
  <title>Light the lamp</title>
  <comment><cite>anna</cite><p>Say more.</p></comment>
  <p>Open <guiseq><gui>Settings</gui><gui>Lamp</gui></guiseq> or press
  <keyseq><key>Ctrl</key><key>L</key></keyseq>. See <link xref="lamp#oil"/> and
  <link xref="wick-trim"/>, click <media type="image" src="a.svg">the flame</media>.</p>
  <steps><title>To light it:</title>
    <item><p>Open the valve.</p><note style="warning"><p>It is hot.</p></note></item>
    <item><p>Wait.</p></item>
  </steps>
  <list type="numbered"><item><p>First.</p></item></list>
  <terms><item><title>Wick</title><p>A cord.</p><p>It burns.</p></item></terms>
  <if:choose><if:when test="platform:cellar"><p>Mind the steps.</p></if:when>
    <if:else><p>Look up.</p></if:else></if:choose>
  <section id="oil"><title>Oil</title>
    <table><title>Kinds</title>
      <thead><tr><td><p>Oil</p></td><td><p>Price</p></td></tr></thead>
      <tr><td><p>Whale</p></td><td><p>9</p></td></tr></table>
    <screen>$ <input>lamp   on</input></screen>
    <code>light(  lamp)</code>
    <p>Call <code>light()</code>.</p>
    <links type="topic"><title>More on oil</title></links>
  </section>
</page>"""


def test_a_page_of_help():
    made = manual_blocks(PAGE)
    check_cuts(document(made))
    assert made.title == "Light the lamp"
    assert lines(made) == [
        ("heading", "Light the lamp"),
        ("furniture", "How to light a Lumen."),
        (
            "paragraph",
            "Open Settings > Lamp or press Ctrl+L. See Oil and wick trim, click the flame.",
        ),
        ("heading", "To light it:"),
        ("item", "Open the valve."),
        ("paragraph", "Warning: It is hot."),
        ("item", "Wait."),
        ("item", "First."),
        ("entry", "Wick\nA cord."),
        ("paragraph", "It burns."),
        ("paragraph", "cellar: Mind the steps."),
        ("paragraph", "Look up."),
        ("heading", "Oil"),
        ("heading", "Kinds"),
        ("row", "Oil: Whale; Price: 9"),
        ("code", "$ lamp   on"),
        ("code", "light(  lamp)"),
        ("paragraph", "Call light()."),
        ("furniture", "More on oil"),
    ]
    assert [b.number for b in made.blocks if b.number] == ["1.", "2.", "1."]
    assert {b.place.anchor for b in made.blocks} == {"lamp", "oil"}


def test_a_text_for_one_system_that_says_the_same_is_read_once():
    case = '<if:when test="platform:cellar"><p>Look up.</p></if:when>'
    text = PAGE.replace("<p>Mind the steps.</p>", "<p>Look\n up.</p>")
    assert [t for _, t in lines(manual_blocks(text))].count("Look up.") == 1
    other = case.replace("platform:", "!platform:").replace("up", "down")
    text = PAGE.replace("<if:else>", f"{other}<if:else>")
    found = [t for _, t in lines(manual_blocks(text))]
    assert "Look down." in found and "Look up." not in found
