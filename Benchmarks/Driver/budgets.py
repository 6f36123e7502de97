"""Compares the results with Budgets.toml."""
import statistics
from dataclasses import dataclass

from limits import BUDGETS, GRAIN, n, parsed
from program import Trouble

PEERS = {
    "pledge": "Pledge",
    "nio": "SwiftNIO",
    "opencombine": "OpenCombine",
    "task": "Swift Task",
    "callbacks": "callbacks",
    "dispatch": "nested async",
    "async": "bare await",
}
COUNTS = {
    "allocations": "allocations", "instructions": "instructions", "bytes": "bytes", "text": "bytes of text"
}
RUNS = {"live": "left on the heap by each", "growth": "of memory above the start"}


def times(figure):
    return f"{figure:.2f} ×"


def memory(amount):
    """Returns an amount of memory to three digits, in the unit of its budget."""
    if amount and amount % (1 << 20) == 0:
        return f"{amount >> 20} MiB"
    for size, unit in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if amount >= size:
            return f"{amount / size:.3g} {unit}"
    return f"{amount:,.0f} B"


@dataclass(frozen=True)
class Check:
    """A check that a figure is at most `limit`. Fails if the figure was not measured."""

    work: str
    promise: str
    measured: float | None
    limit: float
    shown: object = n

    @property
    def holds(self):
        return self.measured is not None and self.measured <= self.limit + GRAIN


def read():
    budgets = parsed(BUDGETS)
    known = {"time", "instructions-of", "run", "why", *COUNTS}
    for name, budget in budgets.items():
        if unknown := budget.keys() - known:
            raise Trouble(f"{BUDGETS}: error: {name}: {unknown.pop()}: the budgets are {', '.join(known)}")
    return budgets


def checks(name, budget, results):
    """Yields a check for each figure of the budget of one workload."""
    work = title(results, name)
    for figure, limit in budget.items():
        if figure == "time":
            for peer, share in limit.items():
                ratio = time_ratio(results["time"].get(name, {}), peer)
                yield Check(work, f"at most {share} × the time of {PEERS[peer]}", ratio, share, times)
        elif figure == "instructions-of":
            for other, share in limit.items():
                own, base = (measured(results, "instructions", w) for w in (name, other))
                promise = f"at most {share} × the instructions of {title(results, other)}"
                yield Check(work, promise, own and base and own / base, share, times)
        elif figure == "run":
            yield from run_checks(work, limit, measured(results, "run", name) or {})
        elif figure != "why":
            yield Check(work, f"at most {limit:,} {COUNTS[figure]}", measured(results, figure, name), limit)


def run_checks(work, limits, measured):
    where = f"{limits['count']:,}"
    if "stack" in limits:
        where += f" on a stack of {limits['stack']} KiB"
    for figure, words in RUNS.items():
        if figure in limits:
            promise = f"{where}: at most {memory(limits[figure])} {words}"
            yield Check(work, promise, measured.get(figure), limits[figure], memory)


def measured(results, figure, name):
    return results[figure].get(name, {}).get("pledge")


def title(results, name):
    return results["workloads"].get(name, {}).get("title", name)


def time_ratio(rounds, peer):
    """Returns Pledge's time as a share of the peer's: the median over the rounds.

    A disturbance of the machine affects both times of a round, and so cancels out.
    """
    if "pledge" in rounds and peer in rounds:
        pairs = zip(rounds["pledge"], rounds[peer], strict=True)
        return statistics.median(own / other for own, other in pairs)
