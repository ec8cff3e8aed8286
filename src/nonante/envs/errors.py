"""The errors of environments."""

from ..rules import NonanteError, error_messages

_MESSAGES = error_messages("""
action: {action!r} is not an action: a whole number from 0 to {last}
actions: actions must be a C-contiguous int64 array of shape {shape}: got {value}
array: {name} must be a writable C-contiguous {dtype} array of shape {shape}: got {value}
illegal: action {action} is not legal now: {why}
illegal-batch: action {action} is not legal in game {game}
reset-first: no game has been dealt: call reset() first
over: the game is over: call reset() first
dead: the game is over: the only action is None
agent: {agent!r} is not an agent of this environment: choose {known}
option: {name}={value!r} is not a setting: choose {known}
both-rules: give rules, or an edition with players and options, not both
signals-gone (5): signals=True (signals on one's own turn) has been removed: use signals='table'
signals-alone (5): signals need at least two players, and a table whose talk is not none
mates: {count} teammates for {players} players: name one level for all, or one for each other seat
policy-seats: {count} players for {players} seats: name one for all, or one for each seat
policy-seat: seat {seat} is to act, and this policy has no player there
partners: partners need at least two players, and at least one partner: got {players} players
partners-talk: partners neither give nor read signals: leave out signals='table', or partners
partners-fast: partners need an optional extra: pip install 'nonante[fast]'
no-memory: a view contains no history: choose observe='observation' or 'unseen' for a policy at a table
chance: {card} cannot be dealt: it is not a card, or not in the draw pile
rules: {value!r} is not a set of rules: give nonante.Rules
position: the position must be a running game for {players} players with the same rules
""")


def needs_extra(module: str, extra: str, others: str = "") -> ImportError:
    """Return the error of a module whose extra is not installed."""
    return ImportError(f"{module} needs an optional extra: pip install 'nonante[{extra}]'{', ' * bool(others)}{others}")


class EnvError(NonanteError, messages=_MESSAGES):
    """Something an environment refuses: an action, a shape, an option, a step out of order."""
