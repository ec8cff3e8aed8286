"""Learn the champion's networks for the game alone, on a GPU: ``python -m training.alone --out FOLDER``.

The recipe is in training/README.md. It needs PyTorch with CUDA and `nvcc`; what it learnt, ``FOLDER/EDITION.npz``, is
packed by ``python -m training.alone.pack``.
"""

from __future__ import annotations

import argparse
import copy
import ctypes
import json
import math
import subprocess
import time
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from training.alone.core import LOST, NUMBERS, OPEN, WON, game_record, words_for

from nonante import Rules

HERE = Path(__file__).parent
DEVICE = "cuda"
CELLS = 512, 32, 32, 1
WIDER = 1024, 256, 64, 1
"""Cells of the layers of the networks that are kept, and of a teacher."""
EDITIONS = ("base", "expert", "on-fire", "extreme")
SURE = 60.0  # the logit of a game that is won
SIDE_BY_SIDE = 1 << 20  # ends that are valued at a time
HAND = 2  # words of a state: 0, 1 hand; 2, 3 unseen; 4 heights, status, score; 5 tag

torch.backends.cuda.matmul.allow_tf32 = True
torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False


# --- the core -------------------------------------------------------------------------------------------------------


class Breadth(NamedTuple):
    """How many turns a search looks at: gone on with below the minimum, from there on, cards beyond it."""

    first: int
    next: int
    extra: int


OWN, LATER = Breadth(64, 24, 2), Breadth(32, 12, 2)


class Core:
    """The kernels, for one game."""

    def __init__(self, rules: Rules, library: Path) -> None:
        self._kernels, self.words = ctypes.CDLL(str(library)), words_for(rules)
        self.inputs = 32 * self.words + NUMBERS
        self._call("play_by", ctypes.byref(game_record(rules)), stream=False)

    def _call(self, name: str, *arguments: Any, stream: bool = True) -> None:
        if 0 in arguments[1:2]:  # nothing to do
            return
        values = [
            ctypes.c_void_p(argument.data_ptr()) if isinstance(argument, torch.Tensor) else argument
            for argument in arguments
        ]
        if stream:
            values.append(ctypes.c_void_p(torch.cuda.current_stream().cuda_stream))
        if getattr(self._kernels, name)(*values):
            raise SystemExit(f"{name} failed on the GPU")

    def deal(self, count: int, seed: int) -> Any:
        """Return fresh games."""
        states = blank(count)
        self._call("deal_all", states, count, ctypes.c_uint64(seed))
        return states

    def search(self, states: Any, wanted: int, breadth: Breadth, ends: Any = None) -> Any:
        """Return the ends of turns that look best, a row a state."""
        ends = blank(len(states), wanted) if ends is None else ends[: len(states)]
        self._call("search_all", states, len(states), wanted, *breadth, ends)
        return ends

    def draw(self, ends: Any, seed: int) -> Any:
        """Return the states after the draw."""
        states = blank(len(ends))
        self._call("draw_all", ends, len(ends), ctypes.c_uint64(seed), states)
        return states

    def worlds(self, ends: Any, each: int, count: int, seed: int) -> Any:
        """Return the states after so many draws of every end; `each` ends in a row get the same ones."""
        states = blank(len(ends) * count)
        self._call("deal_worlds", ends, len(ends), each, count, ctypes.c_uint64(seed), states)
        return states

    def sights(self, states: Any, out: Any) -> Any:
        """Return what a network is told of turns' ends."""
        self._call("sights_of", states, len(states), self.words, out)
        return out[: len(states)]


def blank(*shape: int) -> Any:
    """Return room for states."""
    return torch.zeros(*shape, 6, dtype=torch.int64, device=DEVICE)


def status(states: Any) -> Any:
    """Return how states stand."""
    return states[..., 4] >> 32 & 255


def counted(words: Any) -> Any:
    """Return how many bits are set in words."""
    total = torch.zeros_like(words)
    for place in range(0, 64, 8):
        total += BITS[words >> place & 255]
    return total


BITS = torch.tensor([byte.bit_count() for byte in range(256)], device=DEVICE)


def build(out: Path, room: int) -> Path:
    """Compile the kernels for this GPU, with room for so many moments of a turn."""
    library = out / f"libalone{room}.so"
    command = [
        "nvcc",
        f"-DROOM={room}",
        "-O3",
        "-std=c++17",
        "-arch=native",
        "-Xcompiler",
        "-fPIC",
        "-shared",
        "-o",
        str(library),
    ]
    subprocess.run([*command, str(HERE / "kernels.cu")], check=True)  # noqa: S603 - the compiler
    return library


# --- the network ----------------------------------------------------------------------------------------------------


class Net(nn.Module):  # type: ignore[misc]  # without PyTorch it has no type
    """Inputs, one wide layer, two small ones, the logit of winning."""

    def __init__(self, inputs: int, cells: tuple[int, ...] = CELLS) -> None:
        super().__init__()
        sizes = (inputs, *cells)
        self.layers = nn.ModuleList(nn.Linear(*pair) for pair in pairwise(sizes))
        for place, layer in enumerate(self.layers):
            spread = math.sqrt(2 / (90 if place == 0 else layer.in_features))
            nn.init.normal_(layer.weight, 0, spread * (0.1 if place == len(self.layers) - 1 else 1))
            nn.init.zeros_(layer.bias)

    def forward(self, x: Any) -> Any:
        """Return logits."""
        for layer in self.layers[:-1]:
            x = functional.relu(layer(x))
        return self.layers[-1](x).squeeze(-1)


class Values:
    """A network's copy to play by, in half precision, with room for what it is told."""

    def __init__(self, core: Core, net: Net) -> None:
        self.core = core
        self._inputs = torch.zeros(SIDE_BY_SIDE, core.inputs, dtype=torch.float16, device=DEVICE)
        self.take(net)

    @torch.no_grad()  # type: ignore[untyped-decorator]  # likewise
    def take(self, net: Net) -> None:
        """Take the weights of a network."""
        *layers, last = [(layer.weight.detach().clone(), layer.bias.detach().clone()) for layer in net.layers]
        self._layers, self._last = [(weight.half(), bias.half()) for weight, bias in layers], last

    @torch.no_grad()  # type: ignore[untyped-decorator]  # likewise
    def __call__(self, ends: Any) -> Any:
        """Return what ends are worth, as logits; nothing where there is no end."""
        flat, found = ends.reshape(-1, 6), []
        for part in flat.split(SIDE_BY_SIDE):
            x = self.core.sights(part, self._inputs)
            for weight, bias in self._layers:
                x = torch._addmm_activation(bias, x, weight.t())
            found.append(torch.addmm(self._last[1], x.float(), self._last[0].t()).squeeze(1))
        values, stands = torch.cat(found), status(flat)
        values = torch.where(stands == WON, SURE, torch.where(stands == LOST, -SURE, values))
        return torch.where(stands == 0, -1e9, values).view(ends.shape[:-1])


class Learner:
    """One step of learning, recorded once as a CUDA graph: inputs, both passes, Adam, running mean of the weights.

    Targets come in groups, the ends of one turn: beside each chance, how far it is from the mean of its group counts.
    """

    def __init__(self, core: Core, net: Net, mean: Net, groups: int, each: int, apart: float) -> None:
        self.core, self.net, self.mean, self.apart = core, net, mean, apart
        self.ends = core.deal(groups * each, 1).view(groups, each, 6)
        self.wanted = torch.full((groups, each), 0.5, device=DEVICE)
        self.counts = torch.ones(groups, each, device=DEVICE)
        self._inputs = torch.zeros(groups * each, core.inputs, dtype=torch.float16, device=DEVICE)
        self.rate, self.memory = torch.tensor(0.0, device=DEVICE), torch.tensor(0.0, device=DEVICE)
        self._adam = torch.optim.Adam(net.parameters(), lr=self.rate, fused=True, capturable=True)
        self.loss, self.steps = torch.zeros(2, device=DEVICE), 0
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self._step()
        torch.cuda.current_stream().wait_stream(side)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._step()
        self.loss.zero_()

    def _step(self) -> None:
        x = self.core.sights(self.ends.view(-1, 6), self._inputs).float()
        self._adam.zero_grad(set_to_none=True)
        logits, some = self.net(x).view_as(self.wanted), self.counts.sum().clamp(min=1)
        loss = functional.binary_cross_entropy_with_logits(logits, self.wanted, reduction="none")
        loss = (loss * self.counts).sum() / some
        chances, group = torch.sigmoid(logits), self.counts.sum(1, keepdim=True).clamp(min=1)
        mean = (chances * self.counts).sum(1, keepdim=True) / group
        aim = (self.wanted * self.counts).sum(1, keepdim=True) / group
        off = ((chances - mean) - (self.wanted - aim)) ** 2 * self.counts / (2 * (aim * (1 - aim) + 0.02))
        among = off.sum() / some
        (loss + self.apart * among).backward()
        self._adam.step()
        self.loss += torch.stack((loss.detach(), among.detach()))
        with torch.no_grad():
            for kept, weight in zip(self.mean.parameters(), self.net.parameters(), strict=True):
                kept.lerp_(weight, self.memory)

    def learn(self, ends: Any, wanted: Any, counts: Any, rate: float, memory: float) -> None:
        """Take a step towards what was wanted."""
        self.ends.copy_(ends)
        self.wanted.copy_(wanted)
        self.counts.copy_(counts)
        if self.steps % 16 == 0:
            self.rate.fill_(rate * min(1.0, (self.steps + 1) / 300))
            self.memory.fill_(1 - min(memory, 1 - 1 / (self.steps + 2)))
        self._graph.replay()
        self.steps += 1

    def losses(self, steps: int) -> list[float]:
        """Return the mean losses of the last steps."""
        found = (self.loss / max(1, steps)).tolist()
        self.loss.zero_()
        return [round(value, 5) for value in found]


# --- playing --------------------------------------------------------------------------------------------------------


class LookAhead:
    """The best ends of a turn, each with the same next hands, and the best turn of each of those hands."""

    def __init__(self, values: Values, plans: int, worlds: int, *, own: int = 24, later: int = 12) -> None:
        self.values, self.core = values, values.core
        self.plans, self.worlds, self._own, self._later = plans, worlds, own, later
        self._room = blank(SIDE_BY_SIDE // later, later)

    def __call__(self, states: Any, seed: int) -> tuple[Any, Any, Any]:
        """Return the best ends, their chances by look-ahead and by the network; -1 where there is none."""
        ends = self.core.search(states, self._own, OWN)
        values, places = self.values(ends).topk(self.plans, 1)
        ends = ends.gather(1, places.unsqueeze(2).expand(-1, -1, 6)).contiguous()
        alone = torch.sigmoid(values)
        after = self.core.worlds(ends.view(-1, 6), self.plans, self.worlds, seed)
        chances = torch.zeros(len(after), device=DEVICE)
        open_ = (status(after) == OPEN).nonzero().squeeze(1)
        for some in open_.split(len(self._room)):
            best = self.values(self.core.search(after[some], self._later, LATER, self._room)).amax(1)
            chances[some] = torch.sigmoid(best)
        chances = chances.view(len(states), self.plans, self.worlds).mean(2)
        stands = status(ends)
        chances = torch.where(stands == OPEN, chances, (stands == WON).float())
        none = stands == 0
        return ends, chances.masked_fill(none, -1), alone.masked_fill(none, -1)


def finished(ends: Any) -> Any:
    """Tell which of the ends played leave no further turn."""
    return status(ends) != OPEN


class Record(NamedTuple):
    """Turns of games that were watched."""

    game: Any
    value: Any
    left: Any
    won: Any


def play_games(core: Core, values: Values, games: int, ahead: LookAhead | None, seed: int) -> tuple[float, Record]:
    """Play whole games, by the network alone or looking ahead; return the share won, and every decision."""
    states, number = core.deal(games, seed), torch.arange(games, device=DEVICE)
    won, turn, notes = torch.zeros(games, device=DEVICE), 0, []
    while len(states):
        turn += 1
        left = counted(states[:, :4]).sum(1)
        if ahead is None:
            ends = core.search(states, 24, OWN)
            chances = values(ends)
            value = chances.amax(1)
        else:
            ends, chances, alone = ahead(states, seed + 7919 * turn)
            value = torch.logit(alone[:, 0].double().clamp(1e-9, 1 - 1e-9)).float()
        best = chances.argmax(1)
        played = ends.gather(1, best.view(-1, 1, 1).expand(-1, 1, 6)).squeeze(1).contiguous()
        notes.append((number, value, left))
        won[number[status(played) == WON]] = 1.0
        on = ~finished(played)
        number = number[on]
        states = core.draw(played[on].contiguous(), seed + 104729 * turn)
    game, value, left = (torch.cat(column) for column in zip(*notes, strict=True))
    return float(won.mean()), Record(game, value, left, won[game])


# --- learning -------------------------------------------------------------------------------------------------------


class Pupil:
    """A network on its way: itself, its running mean, and the copy to play by."""

    def __init__(self, core: Core, name: str, out: Path, net: Net) -> None:
        self.core, self.name, self.out, self.begun = core, name, out, time.time()
        self.net, self.mean = net, copy.deepcopy(net)
        self.values = Values(self.core, self.mean)

    def say(self, **what: Any) -> None:
        """Add a line to the log."""
        line = json.dumps({"network": self.name, "s": round(time.time() - self.begun), **what})
        print(line, flush=True)
        with (self.out / "log.jsonl").open("a", encoding="utf-8") as log:
            print(line, file=log)

    def alone(self, games: int = 8192) -> float:
        """Return how many games the mean of the network wins by itself."""
        return round(play_games(self.core, Values(self.core, self.mean), games, None, 10**9)[0], 4)

    def save(self) -> None:
        """Keep the mean of the weights."""
        parts = {f"{place}{kind}": getattr(layer, kind) for place, layer in enumerate(self.mean.layers)
                 for kind in ("weight", "bias")}  # fmt: skip
        np.savez(self.out / f"{self.name}.npz", **{name: part.detach().half().cpu() for name, part in parts.items()})


def read(net: Net, path: Path) -> None:
    """Take weights that were kept; inputs of marks that they did not know count nothing at first."""
    with np.load(path) as kept:
        for place, layer in enumerate(net.layers):
            weight = torch.tensor(kept[f"{place}weight"].astype(np.float32), device=DEVICE)
            with torch.no_grad():
                layer.bias.copy_(torch.tensor(kept[f"{place}bias"].astype(np.float32)))
                if weight.shape == layer.weight.shape:
                    layer.weight.copy_(weight)
                else:
                    bits = weight.shape[1] - NUMBERS
                    layer.weight.zero_()
                    layer.weight[:, :bits] = weight[:, :bits]
                    layer.weight[:, -NUMBERS:] = weight[:, bits:]


@torch.no_grad()  # type: ignore[untyped-decorator]  # likewise
def widened(net: Net, inputs: int) -> Net:
    """Return a teacher that knows what a network knows: its cells twice, nearly alike, and others without effect."""
    wide: Net = Net(inputs, WIDER).to(DEVICE)
    old, new = [layer.weight for layer in net.layers], [layer.weight for layer in wide.layers]
    share = 0.3 + 0.4 * torch.rand(1, CELLS[0], device=DEVICE)
    new[0].copy_(torch.cat((old[0], old[0] + 0.02 * old[0].std() * torch.randn_like(old[0]))))
    wide.layers[0].bias.copy_(net.layers[0].bias.repeat(2))
    new[1][: CELLS[1]] = torch.cat((old[1] * share, old[1] * (1 - share)), 1)
    new[2][: CELLS[2]] = 0
    new[3].zero_()
    for place in (2, 3):
        rows, columns = old[place].shape
        new[place][:rows, :columns] = old[place]
    for place in (1, 2, 3):
        bias = net.layers[place].bias
        wide.layers[place].bias[: len(bias)] = bias
    return wide


def falling(first: float, last: float, progress: float) -> float:
    """Return a step size that falls along half a cosine."""
    return last + (first - last) * 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))


def learn_by_playing(pupil: Pupil, seconds: float, games: int = 32768, batch: int = 8192) -> None:
    """Learn from games that the network plays by itself: TD(lambda), the first seconds at a glance."""
    core, length, glances = pupil.core, 9, min(10.0, seconds / 6)
    learner = Learner(core, pupil.net, pupil.mean, batch, 1, 0.0)
    states, turn, played, won = core.deal(games, 1), 0, 0, 0
    room = blank(games, 32)
    ends = blank(length, games)
    value, cut, count = (torch.zeros(length, games, device=DEVICE) for _ in range(3))

    def play(at: int, at_a_glance: bool, tried: float, warmth: float) -> None:
        nonlocal states, turn, played, won
        turn += 1
        found = core.search(states, 32, OWN, room)
        logits = pupil.values(found)
        chances = logits
        if at_a_glance:
            chances = torch.where(status(found) == 0, -1e9, (found[..., 4] >> 48).float() / 8)
        noise = -torch.log(-torch.log(torch.rand_like(chances).clamp(1e-7, 1 - 1e-7))) * warmth
        noise *= torch.rand(games, 1, device=DEVICE) < tried
        pick = (chances + noise).argmax(1, keepdim=True)
        best = logits.amax(1)
        chosen = found.gather(1, pick.unsqueeze(2).expand(-1, -1, 6)).squeeze(1).contiguous()
        own = logits.gather(1, pick).squeeze(1)
        over = finished(chosen)
        value[at] = torch.sigmoid(own if at_a_glance else best)
        cut[at] = (over | ((own < best) & (not at_a_glance))).float()
        count[at] = (~over).float()
        ends[at] = chosen
        played += int(over.sum())
        won += int((status(chosen) == WON).sum())
        states = torch.where(over.unsqueeze(1), core.deal(games, 77 + turn), core.draw(chosen, 1000 + turn))

    for wave in range(40):  # the games begin at different times
        fresh, some = core.deal(games, 10**7 + wave), torch.arange(games, device=DEVICE) % 40 == wave
        states[some] = fresh[some]
        play(0, True, 0.0, 0.0)
    played = won = 0
    begun = last = time.time()
    first, steps = True, 0
    while (spent := time.time() - begun) < seconds:
        glancing, progress = spent < glances, max(0.0, (spent - glances) / (seconds - glances))
        for at in range(0 if first else 1, length):
            play(at, glancing, 0.5 if glancing else 0.15, 4.0 if glancing else 0.25)
        first, share = False, 0.9 if glancing else 0.9 - 0.3 * progress
        wanted, later = torch.zeros_like(value), value[length - 1]
        for at in range(length - 2, -1, -1):
            wanted[at] = later
            later = torch.where(cut[at] > 0, value[at], (1 - share) * value[at] + share * later)
        rate = 6e-4 if glancing else falling(6e-4, 3e-5, progress)
        for at in range(length - 1):
            for start in range(0, games, batch):
                some = slice(start, start + batch)
                lesson = ends[at, some].unsqueeze(1), wanted[at, some].unsqueeze(1), count[at, some].unsqueeze(1)
                learner.learn(*lesson, rate, 0.9998)
        for kept in (ends, value, cut, count):
            kept[0] = kept[length - 1]
        pupil.values.take(pupil.mean)
        if time.time() - last > 20:
            share_won, losses = round(won / max(1, played), 4), learner.losses(learner.steps - steps)
            pupil.say(step="playing", games=played, tried=share_won, loss=losses[0], alone=pupil.alone())
            steps, last = learner.steps, time.time()
    pupil.save()


def learn_by_looking_ahead(
    pupil: Pupil, seconds: float, options: argparse.Namespace, rate: float, teacher: Values | None = None
) -> None:
    """Learn the chances that looking ahead finds, of every plan looked through, mended by what later turns find.

    It looks ahead by its own values, or by those of a teacher.
    """
    core, plans, games, ring = pupil.core, 8, options.games, options.ring
    groups, length, share = 2048, 8, 0.9
    learner = Learner(core, pupil.net, pupil.mean, groups, plans, 8.0)
    look = LookAhead(teacher or pupil.values, plans, options.worlds)
    kept_ends, kept_wanted = blank(ring, games, plans), torch.zeros(ring, games, plans, device=DEVICE)
    kept_count = torch.zeros(ring, games, plans, device=DEVICE)
    turns: list[Any] = [None] * (length + 1)
    gain, over = (torch.zeros(length + 1, games, device=DEVICE) for _ in range(2))
    states, number, turn, written, played, won = core.deal(games, 3), torch.arange(games, device=DEVICE), 0, 0, 0, 0

    def play(at: int) -> None:
        nonlocal states, turn, played, won
        turn += 1
        ends, chances, alone = look(states, 5000 + turn)
        best = ((chances * look.worlds + alone * 8) / (look.worlds + 8)).argmax(1, keepdim=True)
        chosen = ends.gather(1, best.unsqueeze(2).expand(-1, -1, 6)).squeeze(1).contiguous()
        turns[at] = ends, chances, (status(ends) == OPEN).float()
        gain[at] = chances.gather(1, best).squeeze(1).clamp(min=0) - alone[:, 0].clamp(min=0)
        ended = finished(chosen)
        over[at] = ended.float()
        played += int(ended.sum())
        won += int((status(chosen) == WON).sum())
        states = torch.where(ended.unsqueeze(1), core.deal(games, 10**8 + turn), core.draw(chosen, 2 * 10**8 + turn))

    for wave in range(40):
        fresh = core.deal(games, 4 * 10**8 + wave)
        states = torch.where((number % 40 == wave).unsqueeze(1), fresh, states)
        found = core.search(states, 24, OWN)
        best = look.values(found).argmax(1)
        chosen = found.gather(1, best.view(-1, 1, 1).expand(-1, 1, 6)).squeeze(1).contiguous()
        states = torch.where(
            finished(chosen).unsqueeze(1), core.deal(games, 5 * 10**8 + wave), core.draw(chosen, 6 * 10**8 + wave)
        )
    begun = last = time.time()
    steps = lessons = 0
    while (spent := time.time() - begun) < seconds:
        for at in range(0 if not written else 1, length + 1):
            play(at)
        mend = torch.zeros(games, device=DEVICE)
        for at in range(length - 1, -1, -1):  # what the turns that followed found beyond the network's own values
            mend = share * (gain[at + 1] + mend) * (1 - over[at])
            ends, chances, count = turns[at]
            place = written % ring
            kept_ends[place], kept_count[place] = ends, count
            kept_wanted[place] = (chances + mend.unsqueeze(1)).clamp(0.001, 0.999)
            written += 1
        lessons += length * games * plans
        turns[0], gain[0], over[0] = turns[length], gain[length].clone(), over[length].clone()
        step, have = falling(rate, 1e-5, spent / seconds), min(written, ring) * games
        for _ in range(options.steps * length):
            some = torch.randint(have, (groups,), device=DEVICE)
            ends = kept_ends.view(-1, plans, 6)[some]
            learner.learn(ends, kept_wanted.view(-1, plans)[some], kept_count.view(-1, plans)[some], step, 0.9995)
        if teacher is None:
            pupil.values.take(pupil.mean)
        if time.time() - last > 25:
            losses = learner.losses(learner.steps - steps)
            pupil.say(step="looking ahead", games=played, lessons=lessons, won=round(won / max(1, played), 4),
                      loss=losses[0], among=losses[1], alone=pupil.alone())  # fmt: skip
            steps, last, played, won = learner.steps, time.time(), 0, 0
            pupil.save()
    pupil.save()


def judge(pupil: Pupil, games: int, seed: int, *, record: bool) -> float:
    """Measure the network that was kept, by itself and looking ahead, and keep the decisions for the calibration."""
    values = Values(pupil.core, pupil.mean)
    alone, _ = play_games(pupil.core, values, 4 * games, None, seed)
    begun = time.time()
    won, notes = play_games(pupil.core, values, games, LookAhead(values, 8, 64), seed + 1)
    half = 1.96 * math.sqrt(won * (1 - won) / games)
    pupil.say(step="judged", alone=round(alone, 4), ahead=round(won, 4), half=round(half, 4), games=games,
              took=round(time.time() - begun, 1))  # fmt: skip
    if record:
        columns = {name: column.cpu().numpy() for name, column in notes._asdict().items()}
        columns["value"] = columns["value"].astype(np.float16)
        columns["game"], columns["left"] = columns["game"].astype(np.uint16), columns["left"].astype(np.uint8)
        columns["won"] = columns["won"].astype(np.uint8)
        np.savez_compressed(pupil.out / f"{pupil.name}.games.npz", **columns)
    return alone


def main() -> None:
    """Read the command line and learn one network after the other."""
    parser = argparse.ArgumentParser(prog="python -m training.alone", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for networks and logs")
    parser.add_argument("--only", nargs="*", default=list(EDITIONS), choices=EDITIONS, help="editions")
    parser.add_argument("--start", type=Path, help="a folder of networks to go on from")
    parser.add_argument("--playing", type=float, default=120, help="seconds of self-play, where there is no start")
    parser.add_argument("--looking", type=float, default=300, help="seconds of looking ahead")
    parser.add_argument("--teaching", type=float, default=0, help="seconds of a wider network after that,")
    parser.add_argument("--taught", type=float, default=120, help="and of learning from it")
    parser.add_argument("--games", type=int, default=4096, help="games side by side while looking ahead")
    parser.add_argument("--worlds", type=int, default=16)
    parser.add_argument("--steps", type=int, default=10, help="steps of learning a turn")
    parser.add_argument("--ring", type=int, default=128, help="turns of all games that lessons are taken from")
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--judge", type=int, default=4096, help="games to judge a network by")
    parser.add_argument("--seed", type=int, default=20_280_101, help="of those games")
    parser.add_argument("--least", type=float, default=0.0, help="go no further where self-play won less")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(1)
    for edition in options.only:
        rules = Rules.edition(edition, players=1)
        library = build(options.out, 1024 if rules.minimum > 2 else 512)
        folders = [folder for folder in (options.start, options.out) if folder]
        paths = [folder / f"{name}.npz" for name in (edition, "base") for folder in folders]
        start = next((path for path in paths if path.exists()), None)
        core = Core(rules, library)
        net = Net(core.inputs).to(DEVICE)
        if start:
            read(net, start)
        pupil = Pupil(core, edition, options.out, net)
        if not start:
            learn_by_playing(pupil, options.playing)
            if judge(pupil, 2048, options.seed, record=False) < options.least:
                raise SystemExit("self-play did not get far enough")
        if options.looking:
            learn_by_looking_ahead(pupil, options.looking, options, options.rate)
        if options.teaching:
            teacher = Pupil(core, f"{edition}-teacher", options.out, widened(pupil.mean, core.inputs))
            learn_by_looking_ahead(teacher, options.teaching, options, options.rate)
            judge(teacher, 2048, options.seed, record=False)
            options.steps += 6
            learn_by_looking_ahead(pupil, options.taught, options, 8e-4, teacher.values)
        judge(pupil, options.judge, options.seed, record=True)
        library.unlink()


if __name__ == "__main__":
    main()
