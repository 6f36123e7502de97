"""Reads Limits.toml, and compares what is measured with it."""
import math
import re
import subprocess
import tomllib
from dataclasses import dataclass

from program import PACKAGE, ROOT, Trouble, shown

PATH = PACKAGE / "Limits.toml"
# The limits that each kind of workload has: of what one more operation costs, or leaves behind.
FIGURES = {
    "operation": ("allocations", "instructions"),
    "footprint": ("bytes",),
    "depth": ("bytes",),
}
# Instructions differ a little between builds of the same code, and the start of a process by a few
# for each operation: limits leave room for that, as a share and in instructions. Counts need none.
ROOM = {"instructions": (0.03, 5)}
# A limit that leaves far more room than that would let a change for the worse through.
LOOSE = {"instructions": (0.06, 12)}
# Two decimals of a count that is spread over 1,000 elements.
GRAIN = 0.005


@dataclass(frozen=True)
class Verdict:
    """One measured figure beside its limit."""

    workload: str
    figure: str
    measured: float
    limit: float

    @property
    def fails(self):
        return self.measured > self.limit + GRAIN

    @property
    def is_loose(self):
        return roomy(self.measured, LOOSE.get(self.figure, (0, 0))) < self.limit - GRAIN

    @property
    def tightened(self):
        """What the limit can be."""
        if self.figure in ROOM:
            return min(math.ceil(roomy(self.measured, ROOM[self.figure])), self.limit)
        return min(number(self.measured), self.limit)


def roomy(measured, room):
    share, least = room
    return measured + max(measured * share, least)


def number(figure):
    rounded = round(figure, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def line(text, workload):
    """Returns the line on which the limits of `workload` begin; the first if there are none."""
    found = re.search(rf"^\[{re.escape(workload)}\]", text, re.M)
    return text.count("\n", 0, found.start()) + 1 if found else 1


def parsed(text, name):
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Trouble(f"{name}: error: {error}") from None


def read(text, workloads, budgets, lowest):
    """Returns the limits in `text` by workload, or raises with everything that is wrong in them.

    `lowest` has the lowest limit that each figure ever had.
    """
    limits = parsed(text, shown(PATH))
    found = list(problems(limits, workloads, budgets, lowest))
    if found:
        raise Trouble("\n".join(f"{shown(PATH)}:{line(text, w)}: error: {p}" for w, p in found))
    return limits


def problems(limits, workloads, budgets, lowest):
    for name, limit in limits.items():
        if name not in workloads:
            yield name, f"there is no workload {name}; `benchmarks list` has them all"
            continue
        figures = FIGURES.get(workloads[name].kind, ())
        for key, value in limit.items():
            if key == "reason":
                continue
            elif key not in figures:
                yield name, f"{name} has no {key} to limit, only {' and '.join(figures) or 'none'}"
            elif isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
                yield name, f"the limit of {name}, {key} = {value!r}, is not a number from 0"
            else:
                yield from unfounded(name, key, value, budgets, lowest, limit.get("reason"))
        if missing := [key for key in figures if key not in limit]:
            if not limit.get("reason"):
                yield name, f"{name} has no limit of {' and '.join(missing)}, and no reason why"
    for workload in workloads.values():
        if workload.kind in FIGURES and workload.name not in limits:
            remedy = "Scripts/benchmark --tighten adds them"
            yield workload.name, f"{workload.name} has no limits; {remedy}"


def unfounded(name, key, value, budgets, lowest, reason):
    budget = budgets.get(name, {}).get(key, math.inf)
    if value > budget:
        yield name, f"the limit of {name}, {key} = {value}, is above its budget of {budget}"
    least = lowest.get((name, key), math.inf)
    if value > least and not reason:
        yield name, f"the {key} of {name} were limited to {least} once: give a reason for {value}"


def history(root=ROOT):
    """Returns the lowest limit of each workload and figure in the history of Limits.toml."""
    name = PATH.relative_to(ROOT).as_posix()
    if git(root, "rev-parse", "--is-shallow-repository").strip() != "false":
        raise Trouble(f"{name}: error: the history is cut off; `git fetch --unshallow` gets the rest")
    # A commit that removed the file has no text of it.
    commits = git(root, "log", "--format=%H", "--diff-filter=AM", "--", name).split()
    if not commits:
        raise Trouble(f"{name}: error: no commit has it, so no limit can be compared with older ones")
    return lowest(git(root, "show", f"{commit}:{name}") for commit in commits)


def git(root, *arguments):
    try:
        command = ["git", "-C", root, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        reason = getattr(error, "stderr", "") or error
        raise Trouble(f"limits are compared with older ones, which takes git: {reason}") from None


def lowest(texts):
    least = {}
    for text in texts:
        for workload, limit in parsed(text, shown(PATH)).items():
            for figure, value in limit.items():
                if isinstance(value, int | float):
                    key = (workload, figure)
                    least[key] = min(value, least.get(key, math.inf))
    return least


def written(text, verdicts):
    """Returns `text` with the limit of each of `verdicts` as tight as it can be.

    Only numbers change, so comments and reasons stay; a workload without limits gets a section.
    """
    for verdict in verdicts:
        heading = f"[{verdict.workload}]\n"
        if not re.search(rf"^{re.escape(heading)}", text, re.M):
            text += f"\n{heading}"
        start = text.index(heading) + len(heading)
        following = re.compile(r"^\[", re.M).search(text, start)
        end = following.start() if following else len(text)
        text = text[:start] + with_limit(text[start:end], verdict) + text[end:]
    return text


def with_limit(section, verdict):
    entry = f"{verdict.figure} = {verdict.tightened:_}"
    present = re.compile(rf"^{verdict.figure}\s*=\s*[\d_.]+", re.M)
    if present.search(section):
        return present.sub(entry, section)
    lines = section.rstrip("\n")
    return (lines + "\n" if lines else "") + entry + "\n" + section[len(lines) :].removeprefix("\n")
