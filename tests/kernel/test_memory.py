"""The memory of compiled functions."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import nonante.kernel

MODULES = sorted(Path(nonante.kernel.__file__).parent.glob("*.py"))
COMPILED = {"entry", "inner", "forced", "inlined"}
ALLOCATING = {"zeros", "empty", "ones", "full", "array", "copy"}


def _compiled(tree: ast.Module) -> list[ast.FunctionDef]:
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [one for one in functions if COMPILED & {ast.unparse(mark) for mark in one.decorator_list}]


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_compiled_functions_allocate_no_arrays(module: Path) -> None:
    """Compiled code frees an array after its last use by name; a pointer to it would then lead to freed memory."""
    for function in _compiled(ast.parse(module.read_text("utf-8"))):
        calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
        made = [call.attr for call in calls if isinstance(call, ast.Attribute) and call.attr in ALLOCATING]
        assert made == [], f"{module.name}:{function.lineno} {function.name}"


def test_the_search_finds_compiled_functions() -> None:
    assert sum(len(_compiled(ast.parse(module.read_text("utf-8")))) for module in MODULES) > 100
