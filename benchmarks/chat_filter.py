"""How often the chat filter is wrong (R49), per list and language, on the messages it was made with and on others.

python benchmarks/chat_filter.py [--show]
"""

from __future__ import annotations

import argparse
from pathlib import Path

from nonante.table import TableError, check_chat

PHRASES = Path(__file__).parent.parent / "tests" / "table" / "phrases"
REFUSED = ("numbers", "back", "next")
# By folder: those of which the filter's authors saw the mistakes, then those held back from them.
SEEN = (".", "second", "third")
HELD = ("held", "second/held", "third/held", "fourth/held")


def refused(text: str) -> bool:
    """Return whether the filter refuses a message."""
    try:
        check_chat(text)
    except TableError:
        return True
    return False


def read(folder: Path, kinds: tuple[str, ...], language: str) -> list[str]:
    """Return the messages of some kinds."""
    paths = [folder / f"{kind}.{language}.txt" for kind in kinds]
    return [line for path in paths if path.exists() for line in path.read_text("utf-8").splitlines()]


def main() -> None:
    """Print a table of both error rates."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", action="store_true", help="name the wrong ones of the lists that are not held back")
    show = parser.parse_args().show
    print(f"{'list':<12} {'language':<8} {'wrongly accepted':>18} {'wrongly refused':>18}")
    for name in (*SEEN, *HELD):
        for language in ("en", "fr", "de"):
            bad, good = read(PHRASES / name, REFUSED, language), read(PHRASES / name, ("passing",), language)
            accepted, lost = [text for text in bad if not refused(text)], [text for text in good if refused(text)]
            rates = (
                f"{len(wrong)}/{len(all_)} {len(wrong) / len(all_):6.1%}"
                for wrong, all_ in ((accepted, bad), (lost, good))
            )
            print(f"{name:<12} {language:<8} " + " ".join(f"{rate:>18}" for rate in rates))
            if show and name in SEEN:
                for what, texts in (("accepted", accepted), ("refused", lost)):
                    print("".join(f"    {what}: {text}\n" for text in texts), end="")


if __name__ == "__main__":
    main()
