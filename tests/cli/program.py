"""The program in this process: a separate one takes most of a second to start."""

from __future__ import annotations

import logging
import os
import sys
from contextlib import ExitStack
from io import BytesIO, TextIOWrapper
from subprocess import CompletedProcess
from unittest.mock import DEFAULT, Mock, patch

import pytest

from nonante.cli import main, serve


def nonante(*words: str, stdin: str = "", encoding: str = "utf-8", **environment: str) -> CompletedProcess[str]:
    """Run the program as `python -m nonante` would; serving instead of refusing is a failure."""
    told, said, complained = (TextIOWrapper(BytesIO(text.encode(encoding)), encoding) for text in (stdin, "", ""))
    with ExitStack() as stack:
        for name, value in {"argv": ["nonante", *words], "stdin": told, "stdout": said, "stderr": complained}.items():
            stack.enter_context(patch.object(sys, name, value))
        stack.enter_context(patch.dict(os.environ, environment))
        stack.enter_context(patch.object(logging.getLogger("nonante"), "handlers", []))
        stack.enter_context(
            patch.multiple(serve, start_logging=DEFAULT, run=Mock(side_effect=AssertionError("it serves")))
        )
        end = stack.enter_context(pytest.raises(SystemExit))
        main()
    code = end.value.code
    assert isinstance(code, int)
    return CompletedProcess(words, code, _read(said), _read(complained))


def _read(stream: TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()
