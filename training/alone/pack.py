"""Pack the networks that were learnt for the game alone: ``python -m training.alone.pack FOLDER FILE``.

One zlib stream: a line of JSON with the size of each network by name, then the networks. Each is three 32-bit floats
(words of bits, step of the weights, which network it is), the first layer's rows for the bits as 16-bit integers, low
bytes before high bytes, and as 16-bit floats its rows for the numbers, its biases, and the other layers, each with its
biases behind it.
"""

from __future__ import annotations

import json
import sys
import zlib
from pathlib import Path

import numpy as np
from training.alone.core import NUMBERS

STEP = 1 / 512  # of a weight; sums of 16 bits then reach 64


def packed(path: Path) -> bytes:
    """Return a network as the package has it."""
    with np.load(path) as kept:
        layers = [(kept[f"{place}weight"].astype(np.float32).T, kept[f"{place}bias"]) for place in range(4)]
    (first, bias), *later = layers
    rows = np.round(first[:-NUMBERS] / STEP)
    most = max(np.maximum(rows, 0).sum(0).max(), np.maximum(-rows, 0).sum(0).max())
    print(f"{path.name}: {first.shape}, weights to {abs(first).max():.1f}, sums to {most} at the very most")
    short = np.ascontiguousarray(rows.astype("<i2"))
    parts = [first[-NUMBERS:], bias, *(part for weight, shift in later for part in (weight, shift))]
    rest = np.concatenate([np.asarray(part, np.float32).ravel() for part in parts]).astype("<f2").tobytes()
    number = zlib.crc32(short.tobytes() + rest) % (1 << 24) or 1
    head = np.array([(len(first) - NUMBERS) / 32, STEP, number], "<f4").tobytes()
    return head + short.view(np.uint8).reshape(-1, 2).T.tobytes() + rest


def main(folder: Path, file: Path) -> None:
    """Pack all networks of a folder."""
    networks = {
        f"{name}-1-wide": packed(folder / f"{name}.npz")
        for name in ("base", "expert", "on-fire", "extreme")
        if (folder / f"{name}.npz").exists()
    }
    header = json.dumps({name: len(network) for name, network in networks.items()}).encode()
    file.write_bytes(zlib.compress(header + b"\n" + b"".join(networks.values()), 9))
    print(f"{file}: {len(networks)} networks, {file.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
