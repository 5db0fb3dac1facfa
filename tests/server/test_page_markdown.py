"""What a language model writes is shown as Markdown, and never becomes markup of its own."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from assay.testing import FakeGenerator
from assay.types import Citation, Draft
from tests.server.browser import open_browser, visiting
from tests.server.live import HAY, fake_engines, live, options

WRITTEN = """\
## What they eat

Goats eat **hay** [1] and *leaves*, see `feed --all *.txt` and \
[the manual](https://example.org/feed "More").

1. Fill the rack:
   - with hay
   - with straw
2. Run this:

   ```sh
   feed --goats 3   # [1] <b>
   ```

| animal | eats | see |
|:-------|------|----:|
| goat | hay \\| straw | [1] |
| 🐐 ship_yard_goat | **all** | 2 * 3 * 4 |

> Quoted, ~~not~~ said.
---
The end of file_name_here and 2 ** 3.
"""
HOSTILE = """\
<script>window.pwned=1</script> <img src=x onerror="window.pwned=2">
[click](javascript:window.pwned=3) ![pixel](https://example.org/pixel.png)
[a](data:text/html,<script>window.pwned=4</script>) [b](vbscript:x) [c](//example.org/x)
**<svg onload="window.pwned=5">** `<iframe src="javascript:window.pwned=6">`

| <b onmouseover="window.pwned=7">x</b> | y |
|---|---|
| [z](JaVaScRiPt:window.pwned=8) | <style>*{display:none}</style> |

```html
</code></pre><script>window.pwned=9</script>
```
"""


@pytest.fixture(scope="module")
def browser():
    with open_browser() as browser:
        yield browser


def writing(tmp_path, text):
    """A server whose language model says this, and cites its first source."""
    at = text.find("[1]")
    cited = Citation(0, max(at, 0), "goats", HAY.source, 0, 14, "Goats eat hay.", 1.0)
    draft = Draft(text, (cited,) if at > 0 else ())
    return live(fake_engines(tmp_path, FakeGenerator(draft)), options(tmp_path))


def test_markdown_is_shown_as_it_is_meant(browser, tmp_path):
    with writing(tmp_path, WRITTEN) as server, visiting(browser, server.url) as visit:
        visit.ask("What do goats eat?")
        answer = visit.last.locator(".answer")
        expect(answer.locator(".heading")).to_have_text("What they eat")
        expect(answer.locator("strong")).to_have_text(["hay", "all"])
        expect(answer.locator("em")).to_have_text("leaves")
        expect(answer.locator("s")).to_have_text("not")
        expect(answer.locator("p code")).to_have_text("feed --all *.txt")
        link = answer.locator("a")
        expect(link).to_have_attribute("href", "https://example.org/feed")
        expect(link).to_have_attribute("rel", "noopener noreferrer nofollow")
        expect(answer.locator("ol > li")).to_have_count(2)
        expect(answer.locator("ol > li > ul > li")).to_have_text(["with hay", "with straw"])
        expect(answer.locator("li pre")).to_have_text("feed --goats 3   # [1] <b>")
        expect(answer.locator("th")).to_have_text(["animal", "eats", "see"])
        cells = ["goat", "hay | straw", "1", "🐐 ship_yard_goat", "all", "2 * 3 * 4"]
        expect(answer.locator("td")).to_have_text(cells)
        expect(answer.locator("blockquote")).to_have_text("Quoted, not said.")
        expect(answer.locator("hr")).to_have_count(1)
        expect(answer.locator("> p").last).to_have_text("The end of file_name_here and 2 ** 3.")
        assert visit.errors == []


def test_markers_in_the_text_open_their_sources(browser, tmp_path):
    with writing(tmp_path, WRITTEN) as server, visiting(browser, server.url) as visit:
        visit.ask("What do goats eat?")
        chips = visit.last.locator(".answer .cite")
        expect(chips).to_have_text(["1", "1"])  # in the paragraph and in the table, not in the code


def test_what_tries_to_be_markup_stays_text(browser, tmp_path):
    with writing(tmp_path, HOSTILE) as server, visiting(browser, server.url) as visit:
        visit.ask("What do goats eat?")
        answer = visit.last.locator(".answer")
        expect(answer).to_contain_text("<script>window.pwned=1</script>")
        expect(answer.locator("pre")).to_contain_text("</code></pre><script>")
        expect(answer.locator("code").first).to_contain_text("<iframe")
        assert answer.locator("script, img, svg, iframe, style, b, [onmouseover]").count() == 0
        links = [each.get_attribute("href") for each in answer.locator("a").all()]
        assert links == ["https://example.org/pixel.png"]  # a picture is a link, nothing is loaded
        assert visit.page.evaluate("window.pwned") is None
        assert visit.errors == []


@pytest.mark.parametrize(
    "text",
    ["*" * 5000, "`" * 5000, "[" * 5000, "> " * 3000, "- " * 3000, "**a " * 3000, "|-" * 4000],
    ids=lambda text: text[:3],
)
def test_markup_without_end_is_drawn_at_once(browser, tmp_path, text):
    long = f"Goats. {text}\n{text}"
    with writing(tmp_path, long) as server, visiting(browser, server.url) as visit:
        visit.ask("What do goats eat?")
        expect(visit.last.locator(".answer")).to_contain_text("Goats.")
        assert visit.errors == []
