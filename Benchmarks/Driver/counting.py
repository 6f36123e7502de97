"""Counts the costs of operations, independently of any clock."""
import itertools
import math
import os
import statistics
from concurrent.futures import ThreadPoolExecutor

import size
from program import STACK, Died

# Multiples of the 1,000 observers and elements of some workloads. The start of a process varies by about
# 10,000 instructions, which must be small compared to the limits of the gates.
COUNT, GATED_COUNT = 2_000, 10_000
# Counts to which an exponent is fitted, after the cost of the first one is subtracted: for the gates, and
# for Results.md. The start of a process would distort smaller counts.
QUICK, FITTED = (1, 1_000, 10_000), (1, 1_000, 10_000, 100_000, 1_000_000)


def per_operation(measure, count=COUNT):
    """Returns the cost of one more operation, without the costs of the process itself."""
    return (measure(2 * count) - measure(count)) / count


def allocations(program, workload, peer):
    return per_operation(lambda n: program.report(workload, peer, n, counted=True)["allocations"])


def instructions(program, workload, peer):
    count = GATED_COUNT if peer == "pledge" else COUNT
    return per_operation(lambda n: program.instructions(workload, peer, n), count)


def bytes_left(program, workload, peer):
    """Returns how many live bytes one more operation leaves on the heap.

    They grow with each doubling of the count. A table that one process allocates and another does not,
    because the addresses of a process are random, is not counted.
    """
    counts = [COUNT, 2 * COUNT, 4 * COUNT]
    live = [program.report(workload, peer, n, counted=True)["liveBytes"] for n in counts]
    return min((more - less) / n for n, (less, more) in zip(counts, itertools.pairwise(live)))


FIGURES = {
    "allocations": allocations, "instructions": instructions, "bytes": bytes_left, "text": size.text
}


def side_by_side(measure, items):
    """Yields `measure(*item)` for each item, on all cores: for counts only, never for times."""
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        yield from workers.map(lambda item: measure(*item), items)


def growth(program, workload, peer, counts):
    """Returns the allocations and the peak of live bytes, by count."""
    reports = [(n, program.report(workload, peer, n, counted=True)) for n in counts]
    return {
        "allocations": {n: report["allocations"] for n, report in reports},
        "memory": {n: report["peakBytes"] for n, report in reports},
    }


def exponent(costs, counts):
    """Returns the exponent e of the power law a·n^e that fits best, or `None` if nothing grows."""
    first, *others = counts
    if any(costs.get(n, 0) <= costs.get(first, 0) for n in others):
        return None
    sizes = [math.log(n - first) for n in others]
    return statistics.linear_regression(sizes, [math.log(costs[n] - costs[first]) for n in others]).slope


def boundary(holds):
    """Returns the largest count, up to 1,000,000, for which `holds` is true, within five percent."""
    low, high, most = 0, 10, 1_000_000
    while high <= most and holds(high):
        low, high = high, high * 10
    while high <= most and high > max(low * 1.05, low + 1):
        middle = round(math.sqrt(max(low, 1) * high))
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def depth(program, workload, peer):
    """Returns the longest chain or loop that survives on the stack of a main thread."""

    def survives(count):
        try:
            return program.report(workload, peer, count, stack=STACK // 1024, timeout=60)
        except Died:
            return False

    return boundary(survives)
