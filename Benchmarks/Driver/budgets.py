"""Holds what was measured against Budgets.toml."""
import statistics
from dataclasses import dataclass

from limits import GRAIN, parsed
from program import MEBIBYTE, PACKAGE, Trouble, shown

PATH = PACKAGE / "Budgets.toml"
# What is not a workload has its title here.
TITLES = {
    "realistic-chain": "twenty steps as people write them",
    "in-place-chain": "twenty promises made in place",
}
PEERS = {
    "pledge": "Pledge",
    "nio": "SwiftNIO",
    "opencombine": "OpenCombine",
    "task": "Swift Task",
    "callbacks": "callbacks",
    "dispatch": "nested async",
    "async": "bare await",
}


@dataclass(frozen=True)
class Check:
    """One promise: what was measured must be at most `limit`. Nothing measured is nothing kept."""

    work: str
    promise: str
    measured: float | None
    limit: float
    unit: str = ""

    @property
    def holds(self):
        return self.measured is not None and self.measured <= self.limit + GRAIN


def read():
    budgets = parsed(PATH.read_text(), shown(PATH))
    for name, budget in budgets.items():
        if unknown := budget.keys() - KINDS.keys() - {"why"}:
            kinds = ", ".join(KINDS)
            raise Trouble(f"{shown(PATH)}: error: {name} has {unknown.pop()}; there are {kinds}")
    return budgets


def checks(budgets, results):
    """Yields a check for each figure of each budget, in the order of the file."""
    for name, budget in budgets.items():
        work = title(results, name)
        for figure, limit in budget.items():
            if figure != "why":
                yield from KINDS[figure](results, name, work, limit)


def explanations(budgets, results):
    """Yields why a budget fails that is known to, and the work that it is for."""
    for name, budget in budgets.items():
        if "why" in budget and not all(c.holds for c in checks({name: budget}, results)):
            yield title(results, name), budget["why"]


def title(results, name):
    return results["workloads"].get(name, {}).get("title") or TITLES.get(name, name)


def time_checks(results, name, work, limits):
    for peer, limit in limits.items():
        measured = ratio(results["time"].get(name, {}), peer)
        yield Check(work, f"at most {limit} × the time of {PEERS[peer]}", measured, limit, "×")


def ratio(times, peer):
    """Returns Pledge's time as a share of the peer's: the median over the rounds.

    What slows the machine for a while slows both of a round, and so drops out.
    """
    if "pledge" not in times or peer not in times:
        return None
    rounds = zip(times["pledge"], times[peer], strict=True)
    return statistics.median(own / other for own, other in rounds)


def count_checks(figure):
    def found(results, name, work, limit):
        measured = results["counts"].get(name, {}).get("pledge", {}).get(figure)
        noun = figure if limit != 1 else figure.removesuffix("s")
        yield Check(work, f"at most {limit:,} {noun}" if limit else f"no {noun}", measured, limit)

    return found


def multiple_checks(results, name, work, limits):
    for other, limit in limits.items():
        own, base = (
            results["counts"].get(key, {}).get("pledge", {}).get("instructions")
            for key in (name, other)
        )
        measured = own / base if own and base else None
        promise = f"at most {limit} × the instructions of {title(results, other)}"
        yield Check(work, promise, measured, limit, "×")


def run_checks(results, name, work, limits):
    run = results["runs"].get(name, {})
    where = f"{limits['count']:,}"
    if "stack" in limits:
        where += f" on a stack of {limits['stack']} KiB"
    for key, words in (
        ("live", "left on the heap by each"),
        ("growth", "of memory above the start"),
    ):
        if key in limits:
            amount = f"at most {memory(limits[key])}" if limits[key] else "nothing"
            yield Check(work, f"{where}: {amount} {words}", run.get(key), limits[key], "B")


def scope_checks(results, name, work, limit):
    measured = results["scopes"].get(name, {}).get("pledge")
    yield Check(work, f"at most {limit:,} solver scopes", measured, limit)


def memory(amount):
    """Returns an amount of memory to three digits, in the unit that its budget is given in."""
    if amount and amount % MEBIBYTE == 0:
        return f"{amount // MEBIBYTE} MiB"
    for size, unit in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if amount >= size:
            return f"{amount / size:.3g} {unit}"
    return f"{amount:,.0f} B"


KINDS = {
    "time": time_checks,
    "allocations": count_checks("allocations"),
    "instructions": count_checks("instructions"),
    "instructions-of": multiple_checks,
    "bytes": lambda results, name, work, limit: [
        Check(work, f"at most {limit:,} bytes", results["bytes"].get(name, {}).get("pledge"), limit)
    ],
    "run": run_checks,
    "scopes": scope_checks,
}
