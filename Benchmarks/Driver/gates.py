"""The gates of continuous integration: counts against their limits, never a time.

Nothing here needs more than Python, valgrind and binutils.
"""
import math
import os
import platform
from concurrent.futures import ThreadPoolExecutor

import counting
import growth
import limits
from fitting import exponent
from limits import FIGURES, Verdict
from program import shown

# How instructions and allocations may grow, as an exponent.
LINEAR = (0.95, 1.1)
# Instructions are limited for the machine that the limits were measured on.
COUNTS_INSTRUCTIONS = platform.machine() == "x86_64"
MEASURES = {
    "allocations": counting.allocations,
    "instructions": counting.instructions,
    "bytes": counting.bytes_left,
}
# What a workload does with each, and what they are.
WORDS = {
    "allocations": ("makes", "allocations"),
    "instructions": ("takes", "instructions"),
    "bytes": ("keeps", "bytes on the heap"),
}


def run(program, workloads, allowed):
    """Prints a line for each workload and an error for each figure that is too high.

    Returns whether there was none.
    """
    if not COUNTS_INSTRUCTIONS:
        print(f"note: instructions are not looked at on {platform.machine()}, only on x86_64")
    failures = []
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        judged = workers.map(lambda workload: judge(program, workload, allowed), workloads)
        for workload, (line, errors, notes) in zip(workloads, judged):
            print(f"{workload.name + ':':32}{line}", flush=True)
            for message in errors + notes:
                print(message, flush=True)
            failures += errors
    print(f"{len(workloads)} workloads, {len(failures)} figures outside their limits")
    return not failures


def judge(program, workload, allowed):
    if workload.kind == "growth":
        return judge_growth(program, workload)
    found = verdicts(program, workload, allowed[workload.name])
    line = ", ".join(f"{v.figure} {n(v.measured)} (limit {n(v.limit)})" for v in found)
    errors = [error(workload, verdict) for verdict in found if verdict.fails]
    # A limit with a reason is as wide as somebody meant it to be.
    loose = [v for v in found if v.is_loose and "reason" not in allowed[workload.name]]
    return line, errors, [note(verdict) for verdict in loose]


def verdicts(program, workload, allowed):
    """Returns a verdict for each figure of `workload` that has a limit."""
    return [
        Verdict(workload.name, figure, MEASURES[figure](program, workload.name, "pledge"), limit)
        for figure, limit in allowed.items()
        if figure in FIGURES[workload.kind] and (figure != "instructions" or COUNTS_INSTRUCTIONS)
    ]


def judge_growth(program, workload):
    counts = growth.counts(program, workload.name, "pledge", growth.QUICK)
    exponents = {figure: exponent(costs) for figure, costs in counts.items()}
    if COUNTS_INSTRUCTIONS:
        costs = growth.instructions(program, workload.name, growth.QUICK)
        exponents["instructions"] = exponent(costs)
    low, high = LINEAR
    line = ", ".join(f"{figure} n^{e:.3f}" for figure, e in exponents.items())
    errors = [
        f"error: the {figure} of {workload.name} grow as n^{e:.3f}, which is not between {low} and"
        f" {high}; {remedy(workload.name)}"
        for figure, e in exponents.items()
        if not low <= e <= high
    ]
    return f"{line} (limits {low} to {high})", errors, []


def error(workload, verdict):
    place = f"{shown(limits.PATH)}:{limits.line(limits.PATH.read_text(), workload.name)}"
    verb, noun = WORDS[verdict.figure]
    return (
        f"{place}: error: {workload.name} {verb} {n(verdict.measured)} {noun} for each"
        f" {workload.unit}; its limit is {n(verdict.limit)}; {remedy(workload.name)}"
    )


def remedy(workload):
    return f"Scripts/benchmark --profile {workload} shows where they come from"


def note(verdict):
    return (
        f"note: {verdict.workload} has far fewer {verdict.figure} than its limit of"
        f" {n(verdict.limit)}; Scripts/benchmark --tighten makes that {n(verdict.tightened)}"
    )


def tighten(program, workloads, allowed, budgets):
    """Lowers every limit that leaves more room than it should, and adds those that are missing."""
    found = []
    for workload in workloads:
        known = allowed.get(workload.name, {})
        if "reason" in known:
            print(f"{workload.name}: left as it is, which has a reason")
            continue
        found += [
            verdict
            for verdict in verdicts(program, workload, ceilings(workload, known, budgets))
            if verdict.is_loose or verdict.figure not in known
        ]
    for verdict in found:
        old = known_as(allowed.get(verdict.workload, {}).get(verdict.figure))
        print(f"{verdict.workload}: {verdict.figure} {old} → {n(verdict.tightened)}")
    limits.PATH.write_text(limits.written(limits.PATH.read_text(), found))
    print(f"{len(found)} limits of {shown(limits.PATH)} are tighter")


def ceilings(workload, known, budgets):
    """Returns what no limit of `workload` may be above: the limit there is, or else the budget."""
    budget = budgets.get(workload.name, {})
    return {
        figure: known.get(figure, budget.get(figure, math.inf))
        for figure in FIGURES.get(workload.kind, ())
    }


def known_as(limit):
    return "none" if limit is None else n(limit)


def n(figure):
    """Returns a figure as it is read: whole, or to two decimals where it is small and broken."""
    return f"{figure:,.0f}" if figure >= 100 else f"{limits.number(figure):,}"
