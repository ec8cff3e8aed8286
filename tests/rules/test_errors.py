"""What a refusal says: its sentence, and its details as JSON for people of any language."""

from __future__ import annotations

import json
import pickle

from nonante.rules import BadInput, IllegalMove
from nonante.rules.errors import Cause


def test_details_are_told_as_json_with_the_key_of_the_reason() -> None:
    error = BadInput("text", why=Cause("number", text="4x"))
    assert str(error) == str(pickle.loads(pickle.dumps(error)))  # noqa: S301 - made in the line above
    assert error.told() == {
        "why": "'4x' is not a number",
        "because": {"key": "cause.number", "details": {"text": "4x"}},
    }
    assert json.loads(json.dumps(error.told())) == error.told()


def test_what_is_no_json_is_told_as_text() -> None:
    assert IllegalMove("unknown-move", move={1}).told() == {"move": "{1}"}


def test_an_error_of_ours_says_itself_why_and_any_other_only_in_english() -> None:
    ours = IllegalMove("game-over", status="won")
    assert Cause.of(ours) is ours
    told = BadInput("text", why=ours).told()
    assert told["because"]["key"] == "error.game-over"
    foreign = Cause.of(ValueError("a  b\nc"))
    assert (str(foreign), foreign.code) == ("a b c", "damaged")
