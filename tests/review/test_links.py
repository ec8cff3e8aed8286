"""Links: a whole game in a short text, the same when read again, refused when damaged."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from dataclasses import replace

import pytest
from games import played
from hypothesis import given, strategies as st

from nonante import Game, NonanteError, Rules
from nonante.messages.envelope import checksum
from nonante.review import (
    MOST_ENTRIES,
    MOST_TEXT,
    Imported,
    ReviewError,
    import_record,
    link_of,
    links,
    read_game,
    read_link,
)
from nonante.review.links import MOST_LINK
from nonante.table import Record, Settings, Table, TableError

GAMES = [
    ("base", 1, None),
    ("base", 3, None),
    ("expert", 2, None),
    ("extreme", 2, "seeded"),
    ("on-fire+extreme", 5, None),
]


def bare(record: Record) -> Record:
    """Return a record without what a link leaves out."""
    players = len(record.names)
    return replace(record, names=(), wishes=(None,) * players, proposals=())


@pytest.mark.parametrize(("edition", "players", "commands"), GAMES)
def test_a_link_holds_the_whole_game(edition: str, players: int, commands: str | None) -> None:
    record = played(edition, players, 7, commands=commands)
    read = read_link(link_of(record))
    assert read.notes == ()
    assert bare(read.record) == bare(record)
    assert read.record.names == tuple(str(seat + 1) for seat in range(players))
    silent = read_link(link_of(record, signals=False)).record
    assert silent.moves() == record.moves()
    assert silent.final().game == record.final().game


def test_names_are_in_it_only_where_wanted() -> None:
    record = played("base", 3, 7)
    assert read_link(link_of(record, names=True)).record.names == record.names


def test_a_base_game_takes_about_two_hundred_characters() -> None:
    assert all(len(link_of(played("base", n, 7), signals=False)) < 220 for n in (1, 3))


def test_the_text_of_a_link_never_changes() -> None:
    """Links made today are read for ever, so their form is fixed."""
    link = link_of(played("base", 1, 7))
    assert link.startswith("1")
    assert read_link(LINK_OF_OLD).record.final().game == played("base", 1, 7).final().game
    assert link == LINK_OF_OLD


def test_an_arranged_game_is_told_too() -> None:
    table = Table()
    table = table.apply(table.configure(Settings(Rules.edition("on-fire", 2))))
    for name in ("Ann", "Bob"):
        table = table.apply(table.sit(name))
    game = Game.arrange(Rules.edition("on-fire", 2), {"A": 47, "C": 55}, [[37, 50], [45]], [], 1)
    table = table.apply(table.arrange(game))
    for move in ("45C", "37A", "50A"):
        table = table.apply(table.play(table.require_game().active, move))
    assert table.require_game().status == "won"
    read = read_link(link_of(Record.of(table))).record
    assert read.final().game == table.game
    assert read.known == "position"


def test_moves_made_in_a_prepared_position_are_told_as_moves() -> None:
    start = Game.arrange(Rules(), {"A": 47}, [[37, 50, 60]]).play("50A")
    table = Table()
    table = table.apply(table.sit("Ann"))
    table = table.apply(table.arrange(start))
    for move in ("60A", "37B"):
        table = table.apply(table.play(0, move))
    read = read_link(link_of(Record.of(table))).record
    assert read.moves() == ["50A", "60A", "37B"]
    assert read.final().require_game().status == "won"


def test_a_seed_that_does_not_give_the_deck_is_reported_and_not_obeyed() -> None:
    record = played("base", 1, 7)
    forged = replace(record, dealt=replace(record.dealt, seed=8))
    opening = record.opening().require_game()
    data = {**record.to_data(), "deal": opening.to_data()}
    for wrong, notes in ((7, ()), (8, ("record-seed",)), ("7", ("record-seed",))):
        read = import_record({**data, "seed": wrong})
        assert read.notes == notes
        assert read.record.final().game == record.final().game
    with pytest.raises(ValueError, match=r".*"):  # the moves do not fit the other deal at all
        link_of(forged)


def test_a_forged_seed_in_a_link_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played("extreme", 2, 7, commands="seeded")
    written = links._put_seed
    monkeypatch.setattr(links, "_put_seed", lambda writer, _seed: written(writer, 8))
    read = read_link(link_of(record))
    assert read.notes == ("record-seed",)
    final, played_out = read.record.final().require_game(), record.final().require_game()
    assert (final.hands, final.draw, final.score) == (played_out.hands, played_out.draw, played_out.score)
    assert read.record.dealt.seed is None


def test_running_games_have_no_link() -> None:
    record = played("base", 2, 7)
    running = replace(record, entries=record.entries[:10])
    with pytest.raises(ReviewError) as refused:
        link_of(running)
    assert refused.value.code == "unfinished"
    with pytest.raises(ReviewError) as refused:
        read_game(running.to_json())
    assert refused.value.code == "unfinished"


def test_files_are_read_and_bounded() -> None:
    record = played("base", 3, 7)
    assert read_game(record.to_json()) == Imported(record)
    assert bare(read_game(f"https://example.org/replay#{link_of(record)}\n").record) == bare(record)
    data = record.to_data()
    for text in ("{" * 50_000, "[]", "nothing of the kind", "{}", "null", '"1"', " ", "2026"):
        with pytest.raises((TableError, ReviewError)):
            read_game(text)
    for text in (" " * (MOST_TEXT + 1), "1" + "A" * MOST_LINK):
        with pytest.raises(ReviewError) as refused:
            read_game(text)
        assert refused.value.code == "record-size"
    with pytest.raises(ReviewError):
        import_record({**data, "entries": [data["entries"][0]] * (MOST_ENTRIES + 1)})
    broken = {**data, "entries": [*data["entries"][:20], "99A", "99B"]}
    with pytest.raises(TableError, match="is invalid at move"):
        import_record(broken)


@pytest.mark.parametrize("link", ["", "1", "2abc", "1!!", "1Ā", "1AAAA", "1AAAAAAAA", "#"])
def test_what_is_no_link_is_refused(link: str) -> None:
    with pytest.raises(ReviewError) as refused:
        read_link(link)
    assert refused.value.code == "link"


@given(place=st.integers(0, 10_000), sign=st.sampled_from("AZaz09_-"))
def test_a_damaged_link_is_refused(place: int, sign: str) -> None:
    link = link_of(played("extreme", 2, 7, commands="seeded"))
    place %= len(link)
    damaged = link[:place] + sign + link[place + 1 :]
    if damaged != link:
        with pytest.raises(ReviewError):
            read_link(damaged)
    with pytest.raises(ReviewError):
        read_link(link[:place])


@given(st.binary(min_size=1, max_size=200))
def test_any_number_is_a_game_or_refused(data: bytes) -> None:
    text = "1" + urlsafe_b64encode(checksum(data) + data).decode().rstrip("=")
    try:
        read = read_link(text)
    except NonanteError:
        return
    assert read.record.final().require_game().status != "playing"


LINK_OF_OLD = (
    "1B9hVAVIBDiAU6BSP_iOOKpq1n58R_SmgvM1_yApW2LrUxJdokosIDxZOUKTP1ntJ_5Izi4YmpFDp7yMPEx4B20b"
    "2b-o4MMA7wCrfAIDitFKiARctcnl0U1R7unL3dJ59q9bsPKoWE--WMO_KbAF7LP_0eyLTwEXsCCluWfby5W_1gEA"
)
