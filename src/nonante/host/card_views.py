"""Cards, piles, signals and maps as they are sent, and what each card may do on each pile."""

from __future__ import annotations

from typing import Final, cast

from ..messages import CardView, CommandNumbers, Option, PileView, SignalView, ToldLoss, replace
from ..rules import (
    FIRE,
    KINDS,
    LASTING,
    LETTERS,
    MOVE_TEXT,
    NO_RETRO,
    PILES,
    PLAIN,
    SKULL,
    Card,
    CommandKind,
    CommandMap,
    Game,
    IllegalMove,
    LayRefusal,
    MarkName,
    Rules,
    View,
    check_lay,
    is_card,
    shows,
)
from ..table import Signal, SignalName
from .latest import Latest

MARKS: Final[dict[int, MarkName | None]] = {PLAIN: None, FIRE: "fire", **dict(enumerate(KINDS, start=1))}


def mark_of(rules: Rules, card: Card) -> MarkName | None:
    """Return what a card carries: a kind of command, "fire", or nothing."""
    return MARKS[rules.marks[card]]


def map_of(commands: CommandMap | None) -> CommandNumbers | None:
    """Return the numbers of each kind; None when there are none, or not before the deal draws them."""
    if commands is None or not commands.groups:
        return None
    return {kind: list(group) for kind, group in zip(KINDS, commands.groups, strict=True)}


def signal_view(signal: Signal) -> SignalView:
    """Return a signal as it is sent."""
    # What stands was checked when it was raised.
    name, command = cast(SignalName, signal.name), cast(CommandKind | None, signal.command)
    return SignalView(signal.seat, name, signal.pile, command)


def card_view(rules: Rules, card: Card) -> CardView:
    """Return a card with its mark."""
    return CardView(card, mark_of(rules, card))


class _Options(dict[Card, Option]):
    """What each card may do on one pile, worked out when it is asked for."""

    def __init__(self, view: View, lock: int, pile: int) -> None:
        super().__init__()
        self._marks, self._tops, self._lock, self._pile = view.rules.marks, view.tops, lock, pile

    def __missing__(self, card: Card) -> Option:
        option = self[card] = self._work_out(card)
        return option

    def _work_out(self, card: Card) -> Option:
        top, pile = self._tops[self._pile], self._pile
        jump, retro = PILES[pile].step(top, card), card == PILES[pile].back(top)
        try:
            check_lay(self._marks, self._tops, self._lock, card, pile)
        except IllegalMove as error:
            return Option(LETTERS[pile], False, jump, retro, cast(LayRefusal, error.code), error.rule)
        return Option(LETTERS[pile], True, jump, retro)


# The same card over the same top is asked for again after most moves, at every table.
_known_options = Latest[tuple[int, Card, int, bool], _Options](600)


def options_on(view: View, lock: int) -> list[_Options]:
    """Return what cards may do on each pile; it hangs on its top, the lock, and whether going back is forbidden."""
    no_retro = shows(view.rules.marks, view.tops, NO_RETRO)
    found = []
    for pile, top in enumerate(view.tops):
        key = pile, top, lock, no_retro
        options = _known_options.get(key)
        if options is None:
            options = _known_options[key] = _Options(view, lock, pile)
        found.append(options)
    return found


def warned(card: Card, options: list[Option], loses: dict[str, ToldLoss]) -> list[Option]:
    """Return the options with what they lose."""
    if not loses:
        return options
    reasons = [loses.get(text) for text in MOVE_TEXT[card]]
    return [
        replace(option, loses=reason) if reason and option.ok else option
        for option, reason in zip(options, reasons, strict=True)
    ]


def pile_view(game: Game, pile: int) -> PileView:
    """Return a pile: its top, what that demands, and which cards it takes."""
    marks, top, rising = game.rules.marks, game.tops[pile], PILES[pile].ascending
    touched = bool(game.turn_state.touched >> pile & 1)
    skull = marks[top] == SKULL and touched
    fire = marks[top] == FIRE
    back = PILES[pile].back(top)
    return PileView(
        letter=LETTERS[pile],
        rising=rising,
        top=top,
        bare=not is_card(top),
        mark=mark_of(game.rules, top),
        binding=skull or fire or marks[top] in LASTING,
        due=skull or (fire and not touched),
        low=top + 1 if rising else 2,
        high=99 if rising else top - 1,
        back=back if is_card(back) and not shows(marks, game.tops, NO_RETRO) else None,
    )
