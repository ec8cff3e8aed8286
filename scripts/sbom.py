"""What a server is made of: a list of the locked packages with versions, hashes and licences, in the form of CycloneDX.

python scripts/sbom.py > sbom.json
"""

from __future__ import annotations

import json
import re
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "requirements" / "run.txt"
NPM = ROOT / "web" / "package-lock.json"


def python_parts() -> list[dict[str, Any]]:
    """Return the locked Python packages."""
    parts = []
    for block in re.split(r"\n(?=[a-z0-9])", LOCK.read_text(encoding="utf-8")):
        found = re.match(r"([a-z0-9._-]+)(?:\[.*?\])?==([^\s;\\]+)", block)
        if found:
            hashes = [{"alg": "SHA-256", "content": value} for value in re.findall(r"sha256:([0-9a-f]{64})", block)]
            parts.append(part(found[1], found[2], "pypi", licence_of(found[1]), hashes))
    return parts


def npm_parts() -> list[dict[str, Any]]:
    """Return the packages bundled into the browser client."""
    packages = json.loads(NPM.read_text(encoding="utf-8"))["packages"]
    return [
        part(name.removeprefix("node_modules/"), there["version"], "npm", there.get("license", "unknown"), [])
        for name, there in packages.items()
        if name.startswith("node_modules/") and not there.get("dev") and not there.get("devOptional")
    ]


def licence_of(name: str) -> str:
    """Return the licence that an installed package states."""
    try:
        about = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return "not installed here"
    stated = [about[field].splitlines()[0] for field in ("License-Expression", "License") if field in about]
    classifiers = [line.split(" :: ")[-1] for line in about.get_all("Classifier") or () if "License ::" in line]
    return next(iter([*filter(None, stated), *classifiers]), "unknown")


def part(name: str, version: str, kind: str, licence: str, hashes: list[dict[str, str]]) -> dict[str, Any]:
    """Return one package as CycloneDX writes it."""
    return {
        "type": "library",
        "name": name,
        "version": version,
        "purl": f"pkg:{kind}/{name.replace('@', '%40')}@{version}",
        "licenses": [{"license": {"name": licence}}],
        "hashes": hashes,
    }


def main() -> int:
    """Print the list."""
    parts = [*python_parts(), *npm_parts()]
    json.dump({"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "components": parts}, sys.stdout, indent=1)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
