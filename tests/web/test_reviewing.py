"""Reviews in a real Chromium: the curve while it grows, the costly turns, one's own try, branches, other decks."""

from __future__ import annotations

import json

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from games import played
from playwright.sync_api import Page, Route, expect
from test_quality import violations

from nonante.review import Replay, link_of
from nonante.texts import LANGUAGES, load

RECORD = played("base", 3, 14)
REPLAY = Replay.of(RECORD)
LINK = link_of(RECORD, names=True)
COSTLY = (20, 14, 6)


def judged(stage: str, begin: float = 80.0) -> dict[str, object]:
    """Return a review as the server sends it, with figures of our own: the chance falls by a point a turn."""
    turns = [
        {
            "turn": one.turn,
            "seat": one.seat,
            "best": begin - one.turn,
            "error": 0.5,
            "decision": True,
            "loss": loss,
            "played": begin - one.turn - loss,
            "mark": "blunder" if loss else None,
            "kind": "more" if loss else None,
            "close": False,
            "moves": list(one.moves),
            "plan": list(one.moves),
        }
        for one in REPLAY.turns
        for loss in [12.0 if one.turn in COSTLY else 0.0]
    ]
    reason = {"code": "smallest-step", "details": {"card": 40, "pile": "A", "count": 2}, "place": 0}
    costly = [
        {
            "turn": turn,
            "best": begin - turn,
            "played": begin - 12.0 - turn,
            "loss": 12.0,
            "choices": [],
            "plan": list(REPLAY.turn(turn).moves),
            "reasons": [reason],
            "drawn": [17, 61],
        }
        for turn in COSTLY
    ]
    sums = {"start": 79.0, "cards": -40.4, "hands": 0.0, "model": -2.6, "loss": 36.0, "result": 0.0}
    headline = {"decisions": len(turns), "given_away": 36.0, "per_decision": 1.2, "accuracy": 90.0}
    full = stage == "full"
    return {
        "stage": stage,
        "start": 79.0,
        "result": 0.0,
        "sums": sums,
        "headline": headline,
        "turns": turns,
        "costly": costly if full else [],
        "winnable": {"until": 22, "proved": True} if full else None,
        "judge": {"champion": {"version": "0.1.0", "engine": "python", "weights": "0123456789"}, "calibrated": True},
    }


def answer(route: Route) -> None:
    answer_from(route, 80.0)


def answer_from(route: Route, begin: float) -> None:
    lines = [{"share": 0.1, "review": judged("curve", begin), "problem": None}]
    lines.append({"share": 1.0, "review": judged("full", begin), "problem": None})
    route.fulfill(body="".join(json.dumps(line) + "\n" for line in lines), content_type="application/x-ndjson")


def open_review(page: Page, server: Server, turn: int = 1, begin: float = 80.0) -> None:
    page.route("**/api/review", lambda route: answer_from(route, begin))
    page.goto(f"{server.url}/review#{LINK}.{turn}")
    page.locator("[data-testid=review-sentence][data-stage=full]").wait_for()


def test_costly_turns_by_chip_and_by_key(server: Server, person: Person) -> None:
    page = person()
    open_review(page, server)
    expect(page.get_by_text("(networks 012345) without look-ahead")).to_be_attached()
    heading = page.get_by_test_id("replay-turn")
    for n, turn in enumerate(COSTLY, start=1):
        page.keyboard.press(str(n))
        expect(heading).to_contain_text(str(turn))
        expect(page.get_by_test_id(f"cost-{n}")).to_have_attribute("aria-current", "true")
        expect(page.get_by_test_id(f"cost-{n}")).to_contain_text("A card too many")
    expect(page.get_by_test_id("line-champion")).to_have_count(0)
    expect(page.get_by_test_id("drawn")).to_have_count(0)
    page.keyboard.press("b")
    expect(page.get_by_test_id("line-champion")).to_be_visible()
    expect(page.get_by_test_id("drawn")).to_be_visible()
    page.keyboard.press("c")
    expect(page.get_by_test_id("live").first).to_contain_text("62")
    spoken = "Turn 6 of 39: Anna 1, win chance from 74 to 62 percent"
    expect(page.get_by_test_id("replay-range")).to_have_attribute("aria-valuetext", spoken)


def test_words_come_first_and_how_they_are_computed_when_asked(server: Server, person: Person) -> None:
    page = person()
    open_review(page, server, 20)
    expect(page.get_by_test_id("verdict")).to_contain_text("A card too many")
    expect(page.get_by_test_id("review-sentence")).to_have_text("Harsh cards; turn 6 cost 12 points.")
    words = ["winnable", "sums"]
    for name in words:
        expect(page.get_by_test_id(name)).to_be_hidden()
    page.get_by_test_id("how").locator("summary").click()
    for name in words:
        expect(page.get_by_test_id(name)).to_be_visible()


WHOLE_FLAT = """() => [...document.querySelectorAll(
    '.pile, [data-shown=true] .hand-row .card, [data-testid^=line-], .plot, [data-testid=replay-range],'
    + ' [data-testid=replay-prev], [data-testid=replay-next]')].filter((one) => {
  const { top, left, bottom, right, width, height } = one.getBoundingClientRect();
  const inside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && width > 0 && height > 0;
  const panel = one.closest('.verdict')?.getBoundingClientRect();
  return !inside || (panel && (top < panel.top || bottom > panel.bottom));
}).map((one) => one.className + one.dataset.testid)"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_flat_everything_of_a_turn_is_seen_without_scrolling_and_the_handle_can_be_dragged(
    server: Server, person: Person, language: str
) -> None:
    page = person(language, {"width": 740, "height": 360})
    open_review(page, server, 20)
    page.get_by_test_id("show-best").click()
    expect(page.locator(".pile")).to_have_count(4)
    expect(page.locator("[data-testid^=line-]")).to_have_count(2)
    assert page.evaluate(WHOLE_FLAT) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    box_ = page.get_by_test_id("replay-range").bounding_box()
    assert box_
    middle = box_["y"] + box_["height"] / 2
    page.mouse.move(box_["x"] + 13 + (box_["width"] - 26) * 19 / 39, middle)
    page.mouse.down()
    page.mouse.move(box_["x"] + 13, middle, steps=5)
    page.mouse.up()
    expect(page.get_by_test_id("replay-range")).to_have_value("0")


def test_luck_and_decisions_add_up_as_shown(server: Server, person: Person) -> None:
    page = person()
    open_review(page, server)
    page.get_by_test_id("how").locator("summary").click()
    shown = page.get_by_test_id("sums").locator("dd:not(.split-bar)").all_inner_texts()
    start, cards, decisions = (int(text.replace("−", "-").removesuffix("%")) for text in shown)
    assert start + cards + decisions == 0


def box(page: Page, selector: str) -> tuple[float, float]:
    """Return where the first of these begins and the last ends, from the top."""
    top, bottom = page.evaluate(
        """selector => {
             const boxes = [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
             return [Math.min(...boxes.map(({ top }) => top)), Math.max(...boxes.map(({ bottom }) => bottom))];
           }""",
        selector,
    )
    return top, bottom


@pytest.mark.parametrize("begin", [106.0, 80.0, 34.0])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (1366, 768), (1280, 800)])
def test_nothing_lies_on_anything_else(server: Server, person: Person, width: int, height: int, begin: float) -> None:
    page = person("de", {"width": width, "height": height})
    open_review(page, server, 6, begin)
    (top, bottom), (highest, lowest) = box(page, ".plot"), box(page, ".plot .diamond")
    assert top - 4 <= highest < lowest <= bottom + 4
    below = ".seats" if width < 900 else ".hands"
    assert box(page, ".pile")[1] <= box(page, below)[0]
    if width >= 900:
        assert box(page, ".hands")[1] <= box(page, ".dock")[0]


def test_good_luck_that_made_up_for_bad_turns_is_drawn_whole(server: Server, person: Person) -> None:
    page = person()
    whole = judged("full")
    whole["sums"] = {"start": 94.0, "cards": 60.0, "hands": 8.0, "model": 0.0, "loss": 62.0, "result": 100.0}
    line = json.dumps({"share": 1.0, "review": whole, "problem": None}) + "\n"
    page.route("**/api/review", lambda route: route.fulfill(body=line, content_type="application/x-ndjson"))
    page.goto(f"{server.url}/review#{LINK}")
    page.get_by_test_id("how").locator("summary").click()
    sums = page.get_by_test_id("sums")
    sums.wait_for()
    axis, cards, choices = (
        sums.locator(part).first.evaluate("one => one.getBoundingClientRect().width")
        for part in (".split-bar", ".cards", ".choices")
    )
    assert (round(cards / axis, 2), round(choices / axis, 2)) == (round(68 / 162, 2), round(62 / 162, 2))


def test_one_tries_the_turn_as_the_seat_saw_it(server: Server, person: Person) -> None:
    page = person()
    open_review(page, server, 20)
    turn = REPLAY.turn(20)
    judgement = {"turn": 20, "moves": list(turn.moves), "best": 35.0, "chance": 34.5, "loss": 0.5, "error": 0.1}
    found = {**judgement, "right": True, "plan": list(turn.moves)}
    line = page.request.get(f"{server.url}/api/puzzles/001/answer").json()

    def judge(route: Route) -> None:
        """Let the server show the table, and judge in its place: the judge is tried elsewhere."""
        moves = json.loads(route.request.post_data or "{}")["moves"]
        if "end" not in moves:
            return route.continue_()
        seen = route.fetch(post_data=json.dumps({"text": LINK, "turn": 20, "moves": []})).json()
        return route.fulfill(json={**seen, "tried": found, "line": line})

    page.route("**/api/review/try", judge)
    page.get_by_test_id("try").click()
    expect(page.get_by_test_id("puzzle")).to_contain_text("Turn 20")
    hand = page.get_by_test_id("hand").locator("[data-testid^=card-]")
    expect(hand).to_have_count(len(REPLAY.game(turn.decision).hands[turn.seat]))
    for move in turn.moves[:-1]:
        page.get_by_test_id(f"card-{move[:-1]}").click()
        page.get_by_test_id(f"pile-{move[-1]}").click()
        expect(page.get_by_test_id(f"card-{move[:-1]}")).to_have_count(0)
    page.get_by_test_id("undo").click()
    last = turn.moves[-2]
    page.get_by_test_id(f"card-{last[:-1]}").click()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("puzzle")).to_be_visible()
    page.get_by_test_id(f"card-{last[:-1]}").click()
    page.get_by_test_id(f"pile-{last[-1]}").click()
    expect(page.get_by_test_id(f"card-{last[:-1]}")).to_have_count(0)
    page.locator("[data-testid=end-turn][aria-disabled=false]").click()
    solved = page.locator("[data-testid=puzzle][data-verdict=solved]")
    expect(solved).to_contain_text("Your turn: 35%, the champion’s: 35%.")
    page.get_by_test_id("try-back").click()
    expect(page.get_by_test_id("replay-turn")).to_contain_text("20")
    page.get_by_test_id("try").click()
    expect(page.get_by_test_id("puzzle")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("review")).to_be_visible()


def test_who_gives_up_a_turn_sees_the_champions_on_the_table(server: Server, person: Person) -> None:
    page = person("de", {"width": 740, "height": 360})
    open_review(page, server, REPLAY.turns[-2].turn)
    page.get_by_test_id("try").click()
    page.get_by_test_id("puzzle").wait_for()
    assert violations(page) == []
    page.get_by_test_id("puzzle-answer").click()
    page.get_by_test_id("take-back").click()
    page.get_by_test_id("puzzle-leave").click()
    expect(page.get_by_test_id("review")).to_be_visible()


def test_a_branch_is_played_on_and_found_again(server: Server, person: Person) -> None:
    page = person("de", PHONE)
    open_review(page, server, 5)
    page.get_by_test_id("fork").click()
    page.get_by_test_id("fork-same").click()
    page.get_by_test_id("table").wait_for()
    code = page.url.rsplit("/", 1)[1]
    page.go_back()
    page.locator("[data-testid=review-sentence][data-stage=full]").wait_for()
    page.get_by_test_id("fork").click()
    expect(page.get_by_test_id("review-fork-dialog")).to_contain_text(code)
    page.keyboard.press("Escape")
    tree = page.get_by_test_id("tree")
    expect(tree.locator("[aria-current=page]")).to_have_count(1)
    expect(tree.locator(f"ul ul a[href='/t/{code}']")).to_be_visible()
    heading = page.get_by_test_id("replay-turn")
    for keys, turn in [
        ("Shift+ArrowRight", 6),
        ("Shift+ArrowRight", 14),
        ("Shift+ArrowLeft", 6),
        ("Shift+ArrowLeft", 5),
    ]:
        page.keyboard.press(keys)
        expect(heading).to_contain_text(f"{turn} ")
    page.keyboard.press("Escape")
    page.get_by_test_id("replay").wait_for()
    expect(heading).to_contain_text("5")


def test_what_cannot_be_reviewed_is_said(server: Server, person: Person) -> None:
    page = person()
    page.goto(f"{server.url}/review/XXXXXX-1")
    expect(page.get_by_test_id("problem")).not_to_be_empty()
    refusal = {"code": "busy", "rule": "", "details": {}, "text": "busy"}
    busy = {"type": "refused", "key": None, "refusal": refusal}
    page.route("**/api/review", lambda route: route.fulfill(status=503, json=busy))
    page.goto(f"{server.url}/review#{LINK}")
    expect(page.get_by_test_id("review-problem")).to_contain_text(load("common", "en")["error.busy"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("scheme", "viewport"), [("dark", DESKTOP), ("light", PHONE)], ids=["desktop", "phone"])
def test_no_violation(server: Server, person: Person, language: str, scheme: str, viewport: dict[str, int]) -> None:
    page = person(language, viewport, color_scheme=scheme)
    open_review(page, server, 20)
    page.get_by_test_id("show-best").click()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    page.get_by_test_id("fork").click()
    page.get_by_test_id("fork-same").wait_for()
    assert violations(page) == []
