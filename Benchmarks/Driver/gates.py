"""The gates of continuous integration: counts against their limits, never a time."""
import platform

import counting
import limits
from counting import QUICK
from limits import ROOMY, n

# The allowed exponents of growth for allocations, memory, and instructions.
LINEAR = (0.95, 1.1)
# Instructions and sizes are limited for the architecture on which the limits were measured.
COUNTS_INSTRUCTIONS = platform.machine() == "x86_64"


def run(program, workloads, allowed):
    """Prints the figures of each workload and an error for each that is outside its limits.

    Returns whether all are within their limits.
    """
    if not COUNTS_INSTRUCTIONS:
        print(f"note: instructions and sizes are limited on x86_64 only, not on {platform.machine()}")
    errors = 0
    for lines in counting.side_by_side(judge, [(program, w, allowed[w.name]) for w in workloads]):
        print(*lines, sep="\n", flush=True)
        errors += sum("error:" in line for line in lines)
    print(f"{len(workloads)} workloads, {errors} figures outside their limits")
    return not errors


def judge(program, workload, allowed):
    """Returns a line for each peer with limits, and the errors and notes about its figures."""
    if workload.kind == "growth":
        return judge_growth(program, workload.name)
    lines, remarks = {}, []
    for limit, figure in measured(program, workload, allowed):
        lines.setdefault(limit.name, []).append(f"{limit.figure} {n(figure)} (limit {n(limit.most)})")
        if limit.is_exceeded(figure):
            remarks.append(error(workload, limit, figure))
        elif limit.is_loose(figure):
            remarks.append(
                f"note: {workload.name} has far fewer {limit.figure} than its limit of {n(limit.most)};"
                f" make that {n(limit.tightened(figure))}"
            )
    titles = {name: workload.name if name == "Pledge" else f"{workload.name}, {name}" for name in lines}
    return [f"{titles[name] + ':':48}{', '.join(lines[name])}" for name in lines] + remarks


def measured(program, workload, allowed):
    return [
        (limit, counting.FIGURES[limit.figure](program, workload.name, limit.peer))
        for limit in allowed
        if limit.figure not in ROOMY or COUNTS_INSTRUCTIONS
    ]


def error(workload, limit, figure):
    peer = "" if limit.peer == "pledge" else f" --peer {limit.peer}"
    tool = f"Scripts/benchmark --profile {workload.name}{peer}"
    if limit.figure == "text":
        tool = "nm --size-sort --print-size"
    return (
        f"{limit.source}: error: {limit.name} has {n(figure)} {limit.figure} for each operation of"
        f" {workload.name}; the limit is {n(limit.most)}; {tool} shows where they come from"
    )


def judge_growth(program, name):
    costs = counting.growth(program, name, "pledge", QUICK)
    if COUNTS_INSTRUCTIONS:
        costs["instructions"] = {n: program.instructions(name, "pledge", n) for n in QUICK}
    # A figure that does not grow was not measured.
    exponents = {figure: counting.exponent(costs[figure], QUICK) or 0 for figure in costs}
    low, high = LINEAR
    line = ", ".join(f"{figure} n^{exponent:.3f}" for figure, exponent in exponents.items())
    return [f"{name + ':':48}{line} (limits {low} to {high})"] + [
        f"error: the {figure} of {name} grow as n^{exponent:.3f}, which is not between {low} and {high};"
        f" Scripts/benchmark --profile {name} shows where they come from"
        for figure, exponent in exponents.items()
        if not low <= exponent <= high
    ]
