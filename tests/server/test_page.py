"""The page in a real browser, over real models and a real index."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from assay_server.guard.keys import KeyFile, Scope
from tests.server.browser import open_browser, visiting
from tests.server.live import Gate, fake_engines, live, options, wait_until

HEIGHT = "How high is the lighthouse of Varn?"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture(scope="module")
def browser():
    with open_browser() as browser:
        yield browser


@pytest.fixture
def visit(browser, real):
    with visiting(browser, real.url) as visit:
        yield visit
        assert visit.errors == []


def test_a_question_is_answered_with_everything_that_led_to_it(visit):
    visit.ask(HEIGHT)
    turn = visit.last
    expect(visit.page.get_by_role("heading", level=1)).to_have_count(1)
    expect(turn.locator("h2")).to_have_text(HEIGHT)
    expect(turn.locator(".answer")).to_contain_text("34")
    assert turn.locator(".timeline li b").all_inner_texts()[1:4] == ["retrieve", "score", "judge"]
    expect(turn.locator(".scale .pill")).to_have_class(re.compile("correct|ambiguous"))
    expect(turn.locator(".scale .passage")).to_have_count(2)
    expect(turn.locator(".axis .border")).to_have_count(2)
    expect(turn.locator(".words .strip.kept").first).to_be_visible()
    turn.locator(".passage > button").nth(1).click()
    expect(turn.locator(".source q")).to_contain_text("34 metres high")


def test_the_dot_of_a_passage_stands_where_its_score_says(visit):
    visit.ask(HEIGHT)
    passage = visit.last.locator(".passage").first
    score = float(passage.locator(".score").inner_text().replace("\N{MINUS SIGN}", "-"))
    lane, dot = (passage.locator(each).bounding_box() for each in (".lane", ".dot"))
    share = (dot["x"] + dot["width"] / 2 - lane["x"]) / lane["width"]
    assert share == pytest.approx((score + 1) / 2, abs=0.02)


def test_a_citation_lights_up_its_span_and_opens_the_document_there(visit):
    visit.ask(HEIGHT)
    turn, page = visit.last, visit.page
    chip = turn.locator(".answer .cite")
    chip.hover()
    expect(turn.locator(".source.lit")).to_have_count(1)
    expect(turn.locator(".words mark .lit")).to_contain_text("34 metres high")
    page.mouse.move(0, 0)
    expect(turn.locator(".lit")).to_have_count(0)
    chip.click()
    marked = page.locator("#viewer mark")
    expect(marked).to_contain_text("34 metres high")
    expect(marked).to_be_in_viewport()
    expect(page.locator("#viewer-title")).to_have_text("The lighthouse of Varn")
    page.keyboard.press("Escape")
    expect(page.locator("#viewer")).to_be_hidden()


def test_what_the_reader_got_has_the_colour_of_its_own_verdict(visit):
    visit.ask(HEIGHT)
    bad = visit.last.locator(".passage").filter(has_text="K2").last
    expect(bad.locator(".score.incorrect")).to_be_visible()
    expect(bad.locator(".tally")).to_have_text("read")
    expect(bad.locator(".words")).to_be_hidden()
    bad.locator("button").first.click()
    given = bad.locator(".words .strip.kept.incorrect")
    expect(given).to_be_visible()
    good = visit.last.locator(".words .strip.kept.correct").first
    colour = "e => getComputedStyle(e).backgroundColor"
    assert given.evaluate(colour) != good.evaluate(colour)


def test_questions_follow_one_another_and_are_remembered(visit):
    visit.ask(HEIGHT)
    visit.ask("What does the warranty of the K2 kettle cover?")
    assert visit.page.locator(".turn").count() == 2
    visit.page.locator("#new").click()
    expect(visit.page.locator(".turn")).to_have_count(0)
    visit.page.reload()
    visit.page.locator("#history .again").click()
    expect(visit.page.locator(".turn")).to_have_count(2)
    expect(visit.page.locator(".turn").first.locator(".answer")).to_contain_text("34")
    visit.page.locator("#history li").hover()
    visit.page.once("dialog", lambda dialog: dialog.dismiss())
    visit.page.locator("#history .forget").click()
    expect(visit.page.locator("#history .again")).to_be_visible()
    visit.page.once("dialog", lambda dialog: dialog.accept())
    visit.page.locator("#history li").hover()
    visit.page.locator("#history .forget").click()
    expect(visit.page.locator("#history .none")).to_be_visible()


def test_a_follow_up_is_understood(visit):
    visit.ask(HEIGHT)
    visit.ask("When was it built?")
    expect(visit.last.locator(".answer")).to_contain_text("1871")
    expect(visit.last.locator(".asked")).to_contain_text("Varn")


def test_a_refusal_says_why_and_shows_what_came_closest(visit):
    visit.ask("Who won the chess tournament in Reykjavik?")
    expect(visit.last.locator(".state")).to_have_text("Refused")
    expect(visit.last.locator(".answer")).to_contain_text("No answer.")
    entry = visit.last.locator(".entries .source").first
    entry.click()
    expect(visit.page.locator("#viewer mark")).to_be_visible()


def test_strategies_are_compared_side_by_side(visit):
    visit.page.locator("#compare-button").click()
    expect(visit.page.locator("#compare-chips input:checked")).to_have_count(2)
    visit.ask(HEIGHT)
    sections = visit.last.locator(".compared > [data-strategy]")
    expect(sections).to_have_count(2)
    first, second = (sections.nth(n).bounding_box() for n in range(2))
    assert first["y"] == second["y"] and first["x"] < second["x"]
    for n in range(2):
        expect(sections.nth(n).locator(".answer")).to_contain_text("34")
    expect(visit.page.locator("#compare-button")).to_have_text("Compare")
    visit.ask("When was it built?")  # only the next question is compared
    expect(visit.last.locator("[data-strategy]")).to_have_count(1)


def test_thresholds_can_be_changed(visit):
    visit.page.locator("#thresholds-button").click()
    for name, value in (("upper", "1"), ("lower", "-1")):
        visit.page.locator(f"#{name}").fill(value)
    visit.ask(HEIGHT)
    expect(visit.last.locator(".scale .pill")).to_have_text("Ambiguous evidence")
    expect(visit.page.locator("#thresholds-button")).to_contain_text("\N{MINUS SIGN}1.00 and +1.00")


def test_verification_is_shown_sentence_by_sentence(visit):
    visit.page.locator("#verify").check()
    visit.ask(HEIGHT)
    expect(visit.last.locator(".stance")).to_have_text("supported")
    expect(visit.last.locator(".says.supported")).to_contain_text("34")
    expect(visit.last.locator(".meter")).to_have_count(6)


def test_everything_works_by_keyboard_alone(visit):
    page = visit.page
    page.keyboard.press("/")
    expect(page.locator("#question")).to_be_focused()
    page.keyboard.type(HEIGHT)
    page.keyboard.press("Enter")
    page.locator(".turn[data-done]").wait_for()
    page.locator("#question").blur()
    page.keyboard.press("j")
    expect(page.locator(".turn h2")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".answer .cite")).to_be_focused()
    expect(page.locator(".source.lit")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#viewer mark")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect(page.locator(".turn")).to_have_count(0)


def test_every_control_has_a_name_and_every_image_an_alternative(visit):
    visit.ask(HEIGHT)
    nameless = visit.page.evaluate(
        """() => [...document.querySelectorAll("button, input, select, textarea, a[href]")]
        .filter(e => !(e.innerText || e.textContent || "").trim() && !e.getAttribute("aria-label")
            && !(e.labels && e.labels.length)).map(e => e.outerHTML)"""
    )
    assert nameless == []
    assert visit.page.locator("img:not([alt])").count() == 0
    assert visit.page.locator("h1, h2, h3").count() > 3


def test_names_contain_what_is_seen_and_landmarks_are_told_apart(visit):
    visit.ask(HEIGHT)
    visit.ask("When was it built?")
    assert visit.page.evaluate(MISNAMED) == []
    visit.page.keyboard.press("?")
    expect(visit.page.locator("#help")).to_be_visible()


def test_it_fits_a_phone(browser, real):
    with visiting(browser, real.url, **PHONE) as visit:
        visit.ask(HEIGHT)
        overflow = "document.documentElement.scrollWidth - innerWidth"
        assert visit.page.evaluate(overflow) <= 0
        assert visit.last.evaluate("e => e.scrollWidth - e.clientWidth") <= 0
        expect(visit.page.locator("#side")).not_to_be_in_viewport()
        visit.page.locator("#open-side").click()
        expect(visit.page.locator("#new")).to_be_in_viewport()
        visit.page.locator("#new").click()
        expect(visit.page.locator(".turn")).to_have_count(0)
        assert visit.errors == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_from_their_ground(browser, real, scheme):
    """WCAG AA: 4.5 to 1 for every text that is shown, in both colours."""
    with visiting(browser, real.url, color_scheme=scheme) as visit:
        visit.page.locator("#verify").check()
        visit.ask(HEIGHT)
        assert visit.page.evaluate(CONTRAST) == []


def test_the_chosen_colours_stay(visit):
    page = visit.page
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.locator("#theme").click()
    page.locator("#theme").click()
    expect(page.locator("#theme")).to_have_text("Theme: dark")
    dark = page.evaluate(ground)
    page.reload()
    assert page.evaluate(ground) == dark != light


def test_an_answer_can_be_stopped_and_the_work_stops(browser, tmp_path):
    gate = Gate()
    with (
        live(fake_engines(tmp_path, gate), options(tmp_path)) as server,
        visiting(browser, server.url) as visit,
    ):
        visit.page.locator("#question").fill("What do goats eat?")
        visit.page.keyboard.press("Enter")
        wait_until(lambda: gate.begun)
        [run] = server.shared.slow.running
        visit.page.locator("#stop").click()
        expect(visit.last.locator(".failure")).to_have_text("Stopped.")
        wait_until(run.stop.is_set)
        gate.open.set()


def test_errors_are_told_with_what_to_do(browser, tmp_path):
    with (
        live(fake_engines(tmp_path), options(tmp_path, rate=6)) as server,
        visiting(browser, server.url) as visit,
    ):
        visit.ask("What do goats eat?")
        visit.ask("And ships?")
        failure = visit.last.locator(".failure")
        expect(failure).to_contain_text("asks too often", ignore_case=True)
        expect(failure).to_contain_text("Try again")


def test_a_question_waits_its_turn_while_files_are_sent(browser, faked):
    refused = {"error": {"message": "this client asks too often", "hint": "", "code": 429}}
    busy = {"status": 429, "headers": {"retry-after": "1"}, "json": refused}
    with visiting(browser, faked.url) as visit:
        visit.page.route("**/v1/ask", lambda route: route.fulfill(**busy), times=2)
        visit.ask("What do goats eat?")
        expect(visit.last.locator(".answer")).to_contain_text("Goats eat hay.")


def test_a_proxy_that_does_not_say_how_long_is_given_a_moment(browser, faked):
    asked = []

    def refuse(route):
        asked.append(time.monotonic())
        route.fulfill(status=429, body="too many requests")

    with visiting(browser, faked.url) as visit:
        visit.page.route("**/v1/ask", refuse, times=2)
        visit.ask("What do goats eat?")
        expect(visit.last.locator(".answer")).to_contain_text("Goats eat hay.")
    assert asked[1] - asked[0] > 0.9


def test_a_server_without_keys_asks_for_none(visit):
    expect(visit.page.locator("#key-button")).to_be_hidden()


def test_a_key_is_asked_for_and_used(browser, tmp_path):
    keys = KeyFile(tmp_path / "keys.json")
    secret = keys.add("me", [Scope.ASK, Scope.READ])
    may_write = keys.add("us", list(Scope))
    with (
        live(fake_engines(tmp_path), options(tmp_path)) as server,
        visiting(browser, server.url) as visit,
    ):
        expect(visit.page.locator("#key-input")).to_be_focused()
        visit.page.keyboard.type("assay_wrong")
        visit.page.keyboard.press("Enter")
        expect(visit.page.locator("#key-status")).to_contain_text("not known here")
        visit.page.locator("#key-input").fill(secret)
        visit.page.keyboard.press("Enter")
        expect(visit.page.locator("#strategy option").first).to_be_attached()
        visit.ask("What do goats eat?")
        expect(visit.last.locator(".answer")).to_contain_text("Goats eat hay.")
        expect(visit.page.locator("#drop")).to_be_hidden()  # the key may not write
        visit.page.locator("#key-button").click()
        visit.page.locator("#key-input").fill(may_write)
        visit.page.keyboard.press("Enter")
        expect(visit.page.locator("#drop")).to_be_visible()


CONTRAST = """() => {
  const parse = (c) => (c.match(/[\\d.]+/g) || []).map(Number);
  const lum = ([r, g, b]) => {
    const f = (v) => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
    return .2126 * f(r) + .7152 * f(g) + .0722 * f(b);
  };
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] === 1) return c;
    }
    return [255, 255, 255];
  };
  const bad = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement, text = walk.currentNode.textContent.trim();
    if (!text || !e.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    if (e.closest(":disabled, option, .unseen, noscript, .working")) continue;
    const [a, b] = [lum(parse(getComputedStyle(e).color)), lum(ground(e))];
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < 4.5) bad.push(`${text.slice(0, 30)} ${e.className} ${ratio.toFixed(2)}`);
  }
  return bad;
}"""

MISNAMED = """() => {
  const said = (text) => text.toLowerCase().replace(/\\s+/g, " ").trim();
  const bad = [];
  for (const e of document.querySelectorAll("button[aria-label], a[aria-label]")) {
    const seen = said(e.innerText);
    if (/[a-z0-9]/.test(seen) && !said(e.getAttribute("aria-label")).includes(seen)) bad.push(seen);
  }
  const names = [...document.querySelectorAll("section[aria-label], nav, main, aside")].map(
    (e) => e.tagName + (e.getAttribute("aria-label") ?? e.getAttribute("aria-labelledby")));
  return bad.concat(names.filter((each, at) => names.indexOf(each) !== at));
}"""
