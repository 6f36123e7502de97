"""Reads the limits of the gates: Limits.toml for Pledge, Originals.toml for modules for older libraries."""
import collections
import math
import tomllib
from dataclasses import dataclass

from program import ROOT, Trouble, run

PATH, BUDGETS, ORIGINALS = "Benchmarks/Limits.toml", "Benchmarks/Budgets.toml", "Benchmarks/Originals.toml"
# The limited figures of each kind of workload, and of the modules for older libraries.
FIGURES = {
    "operation": ("allocations", "instructions"), "footprint": ("bytes",), "depth": ("bytes",), "size": ("text",)
}
# The figures that differ a little between builds, or with any change.
ROOMY = ("instructions", "text")
OLDER_FIGURES = {"operation": "allocations", "footprint": "bytes"}
# Counts that are spread over 1,000 elements are exact to two decimals.
GRAIN = 0.005


@dataclass(frozen=True)
class Limit:
    """The maximum cost of one operation of a peer."""

    peer: str
    figure: str
    most: float
    # The peer's name, and the source of its limit.
    name: str = "Pledge"
    source: str = PATH
    has_reason: bool = False

    def is_exceeded(self, measured):
        return measured > self.most + GRAIN

    def is_loose(self, measured):
        """Whether a regression could stay below the limit."""
        return not self.has_reason and with_room(self.figure, measured, 0.06, 12) < self.most - GRAIN

    def tightened(self, measured):
        return min(number(with_room(self.figure, measured, 0.03, 5)), self.most)


def with_room(figure, measured, share, least):
    """Returns a figure with room for the variation of instructions and sizes; other counts are exact."""
    return math.ceil(measured + max(measured * share, least)) if figure in ROOMY else measured


def number(figure):
    rounded = round(figure, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def n(figure):
    """Formats a figure: whole, or with up to two decimals if it is small."""
    return f"{figure:,.0f}" if figure >= 100 else f"{number(figure):,}"


def parsed(path):
    try:
        return tomllib.loads((ROOT / path).read_text())
    except tomllib.TOMLDecodeError as error:
        raise Trouble(f"{path}: error: {error}") from None


def read(workloads):
    """Returns the limits of each workload by its name, or raises with all mistakes in the files."""
    limits, originals = parsed(PATH), parsed(ORIGINALS)
    mistakes = [*own_mistakes(limits, workloads, parsed(BUDGETS), history())]
    mistakes += older_mistakes(originals, workloads)
    if mistakes:
        raise Trouble("\n".join(mistakes))
    found = collections.defaultdict(list)
    for workload, section in limits.items():
        for figure, most in figures(section).items():
            found[workload].append(Limit("pledge", figure, most, has_reason="reason" in section))
    for peer, section in originals.items():
        for workload, figure in figures(section).items():
            most = section.get("above", {}).get(workload, {}).get("limit", figure)
            kind = OLDER_FIGURES[workloads[workload].kind]
            source = f"{ORIGINALS} ({section['original']}: {n(figure)})"
            found[workload].append(Limit(peer, kind, most, section["module"], source, True))
    return found


def reachable(budget):
    """Returns the budget, unless it says why it cannot be met: the limit is then the figure reached."""
    return {} if "why" in budget else budget


def own_mistakes(limits, workloads, budgets, lowest):
    expected = {w.name: FIGURES[w.kind] for w in workloads.values() if w.kind in FIGURES}
    for name, section in limits.items():
        for figure, value in figures(section).items():
            least = lowest.get((name, figure), math.inf)
            where = f"{PATH}: error: {name}: {figure} = {value!r}"
            if figure not in expected.get(name, ()):
                yield f"{where}: no workload has this figure; `benchmarks list` shows all workloads"
            elif not is_figure(value):
                yield f"{where}: a limit is a number"
            elif value > reachable(budgets.get(name, {})).get(figure, math.inf):
                yield f"{where}: the budget is {budgets[name][figure]}"
            elif value > least and not section.get("reason"):
                yield f"{where}: the limit was {least} before; raising it needs a reason = \"…\""
    for name, needed in expected.items():
        section = limits.get(name, {})
        for figure in needed:
            if figure not in section and not section.get("reason"):
                yield f"{PATH}: error: {name} has no {figure}; Scripts/benchmark --workload {name} measures it"


def older_mistakes(originals, workloads):
    for peer in sorted({peer for w in workloads.values() for peer in w.older} - originals.keys()):
        yield f"{ORIGINALS}: error: [{peer}] is missing; `benchmarks list` has this module"
    for peer, section in originals.items():
        where, above = f"{ORIGINALS}: error: [{peer}]", section.get("above", {})
        if not {"original", "module"} <= section.keys():
            yield f'{where} needs original = "…" and module = "…"'
        for name, figure in figures(section).items():
            if name not in workloads or peer not in workloads[name].older:
                yield f"{where} {name}: the module does not do this workload"
            elif not is_figure(figure):
                yield f"{where} {name} = {figure!r}: a figure is a number"
        for name, exception in above.items():
            if name not in section or not is_figure(exception.get("limit")) or not exception.get("reason"):
                yield f'{where} above.{name} needs an original figure, limit = …, and reason = "…"'


def figures(section):
    """Returns a section without its explanations."""
    return {key: section[key] for key in section if key not in ("reason", "original", "module", "above")}


def is_figure(value):
    return type(value) in (int, float) and 0 <= value < math.inf


def history():
    """Returns the lowest limit that each workload and figure has had in the history of Limits.toml."""
    try:
        if run("git", "-C", ROOT, "rev-parse", "--is-shallow-repository").stdout.strip() != "false":
            raise Trouble("the clone is shallow; `git fetch --unshallow` fetches the rest")
        # Relative to the top, because the checkout may be a copy inside the repository.
        listed = run("git", "-C", ROOT, "log", "--format=%H", "--diff-filter=AM", "--", f":/{PATH}")
        commits = listed.stdout.split()
        if not commits:
            raise Trouble("no commit contains the file")
        texts = [run("git", "-C", ROOT, "show", f"{commit}:{PATH}").stdout for commit in commits]
    except Trouble as trouble:
        raise Trouble(f"{PATH}: error: limits are compared with their history: {trouble}") from None
    lowest = {}
    for text in texts:
        for workload, section in tomllib.loads(text).items():
            for figure, value in section.items():
                if is_figure(value):
                    lowest[workload, figure] = min(value, lowest.get((workload, figure), math.inf))
    return lowest
