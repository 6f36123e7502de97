"""Holds Pledge's modules with the API of older libraries against what those libraries take."""
import datetime
import math
from dataclasses import dataclass

import counting
import machine
from limits import GRAIN, line, number, parsed
from program import PACKAGE, Trouble, shown

PATH = PACKAGE / "Originals.toml"
TEXTS = {"original", "module"}
# What each kind of workload is measured for, and the words for it.
MEASURES = {
    "operation": (counting.allocations, "makes", "allocations"),
    "footprint": (counting.bytes_left, "keeps", "bytes"),
}


@dataclass(frozen=True)
class Verdict:
    """What a module takes of a workload, beside what its original takes."""

    workload: str
    measured: float
    original: float | None
    # What it may take; the original's figure unless there is a reason for another one.
    limit: float

    @property
    def fails(self):
        return self.measured > self.limit + GRAIN

    @property
    def is_loose(self):
        """Whether a limit above the original has been beaten."""
        return self.limit != math.inf and self.original < self.limit > self.measured + GRAIN

    def __str__(self):
        return f"{self.workload} {n(self.measured)} ({self.known})"

    @property
    def known(self):
        if self.original is None:
            return "–"
        above = f", limit {n(self.limit)}" if self.limit != self.original else ""
        return n(self.original) + above


def read(text, workloads):
    """Returns the originals in `text` by peer, or raises with everything that is wrong in them."""
    originals = parsed(text, shown(PATH))
    found = [(peer, p) for peer in originals for p in problems(peer, originals[peer], workloads)]
    peers = {peer for workload in workloads.values() for peer in workload.older}
    for peer in sorted(peers - originals.keys()):
        found.append((peer, f"there is no section for {peer}, which `benchmarks list` has"))
    if found:
        lines = (f"{place(text, peer)}: error: {problem}" for peer, problem in found)
        raise Trouble("\n".join(lines))
    return originals


def problems(peer, original, workloads):
    for name in TEXTS:
        if not isinstance(original.get(name), str):
            yield f'{peer} has no {name} = "…"'
    for name, figure in figures(original).items():
        if name not in workloads or peer not in workloads[name].older:
            yield f"{peer} does no workload {name}; `benchmarks list` has them all"
        elif not is_figure(figure):
            yield f"{name} = {figure!r} is not a number from 0"
    for name, above in original.get("above", {}).items():
        if not is_figure(above.get("limit")) or not above.get("reason"):
            yield f'what {peer} may take of {name} needs limit = … and reason = "…"'
        elif name not in figures(original) or above["limit"] <= original[name]:
            yield f"what {peer} may take of {name} is not above the original's figure"


def figures(original):
    """Returns the figures of one section, by workload."""
    return {key: value for key, value in original.items() if key not in TEXTS | {"above"}}


def is_figure(value):
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0


def place(text, peer):
    return f"{shown(PATH)}:{line(text, peer)}"


def measured(program, workloads):
    """Returns what each module takes, by workload and peer, and what of Pledge was measured."""
    def take(workload, peer):
        return MEASURES[workload.kind][0](program, workload.name, peer)

    pairs = [(workload, peer) for workload in workloads for peer in workload.older]
    found = {}
    for (workload, peer), figure in counting.side_by_side(take, pairs).items():
        found.setdefault(workload.name, {})[peer] = figure
    return {
        "commit": machine.commit(), "date": datetime.date.today().isoformat(), "figures": found
    }


def verdicts(originals, peer, taken):
    """Returns a verdict for each workload that the module was measured in."""
    original = originals[peer]
    for workload, peers in taken.items():
        if peer in peers:
            known = original.get(workload)
            above = original.get("above", {}).get(workload, {})
            limit = above.get("limit", math.inf if known is None else known)
            yield Verdict(workload, peers[peer], known, limit)


def gate(program, workloads, originals, text):
    """Prints a line for each module, and an error for each figure above its original's.

    Returns whether there was none.
    """
    taken = measured(program, workloads)["figures"]
    named = {workload.name: workload for workload in workloads}
    failures = 0
    for peer, original in originals.items():
        found = list(verdicts(originals, peer, taken))
        if found:
            print(f"{original['module'] + ':':32}{', '.join(map(str, found))}")
        for verdict in found:
            if verdict.fails:
                failures += 1
                print(error(place(text, peer), peer, original, named[verdict.workload], verdict))
            elif verdict.is_loose:
                print(note(place(text, peer), original, verdict))
    if taken:
        print(f"{len(originals)} modules, {failures} figures above their originals'")
    return not failures


def error(place, peer, original, workload, verdict):
    _, verb, noun = MEASURES[workload.kind]
    limit = f"; its limit is {n(verdict.limit)}" if verdict.limit != verdict.original else ""
    profile = f"Scripts/benchmark --profile {workload.name} --peer {peer}"
    return (
        f"{place}: error: {original['module']} {verb} {n(verdict.measured)} {noun} for each"
        f" {workload.unit} of {workload.name}, {original['original']} {n(verdict.original)}{limit};"
        f" {profile} shows where they come from"
    )


def note(place, original, verdict):
    return (
        f"{place}: note: {original['module']} takes {n(verdict.measured)} of {verdict.workload}:"
        f" its limit of {n(verdict.limit)} can be lower"
    )


def n(figure):
    """Returns a figure as it is read: whole, or to two decimals where it is small and broken."""
    return f"{figure:,.0f}" if figure >= 100 else f"{number(figure):,}"
