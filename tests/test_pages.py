"""The pages in Markdown: names they mention exist, and links between them lead somewhere."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
NAME = re.compile(r"`(nonante(?:\.(?!toml|service)[A-Za-z_]\w*)+)")  # not the files of `examples/deploy`
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")
FENCE = re.compile(r"^( *)```.*?^\1```", re.MULTILINE | re.DOTALL)


def exists(name: str) -> bool:
    """Tell whether a dotted name leads to a module, or to something in one."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


def anchors(text: str) -> set[str]:
    """Return the anchors of a page's headings, as GitHub and the site make them."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@cache
def prose(page: Path) -> str:
    return page.read_text("utf-8")


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=lambda page: page.name)
def test_every_name_that_a_page_mentions_exists(page: Path) -> None:
    """The changelog also names what was removed."""
    assert [name for name in NAME.findall(prose(page)) if not exists(name)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file_and_an_anchor(page: Path) -> None:
    lost = []
    for found in LINK.findall(FENCE.sub("", prose(page))):
        target = found[0] or found[1]
        if "://" in target or target.startswith("mailto:"):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and file.suffix == ".md" and anchor not in anchors(prose(file))):
            lost.append(target)
    assert lost == []


def test_a_wrong_name_and_a_wrong_anchor_are_noticed() -> None:
    assert exists("nonante.rules.Game.play")
    assert not exists("nonante.rules.Game.plays")
    assert not exists("nonante.nowhere")
    assert anchors("# Four piles?\n\n```\n# none\n```\n") == {"four-piles"}
