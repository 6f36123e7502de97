"""Measures what N stages, observers, elements or timers cost, from one to 1,000,000."""
from statistics import median

import counting
from fitting import exponent
from program import Died

# Each begins with the one whose cost is taken off the others. Counts for the gate; for instructions, which callgrind counts some fifty times slower than they
# run; and for time and memory.
QUICK = (1, 100, 1_000, 10_000)
INSTRUCTIONS = (1, 100, 1_000, 10_000, 100_000)
ALL = (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)
# Below this a clock and a page are coarser than what they measure: three decades are above.
FITTED_FROM = 1_000
# Runs of each count whose median is taken.
REPEATS = 3


def allocations(program, workload, counts=ALL):
    return {n: counting.reported(program, workload, "pledge", n)["allocations"] for n in counts}


def instructions(program, workload, counts=INSTRUCTIONS):
    return {n: program.instructions(workload, "pledge", n) for n in counts}


def curves(program, workload, peer):
    """Returns nanoseconds, and bytes of resident memory above the start, for each count.

    Where a peer's stack overflows its curves end.
    """
    nanoseconds, memory = {}, {}
    try:
        for count in ALL:
            runs = [program.run(workload, peer, count, timeout=60) for _ in range(REPEATS)]
            nanoseconds[count] = median(run["nanoseconds"] for run in runs)
            memory[count] = median(run["peakMemory"] - run["startMemory"] for run in runs)
    except Died:
        pass
    return {"nanoseconds": nanoseconds, "memory": memory}


def fitted(costs, least=FITTED_FROM):
    """Returns the exponent with which `costs` grow from `least` on, or nothing if they do not,
    or not for three decades.

    The counts may be text, as they are in Results.json.
    """
    known = {int(count): cost for count, cost in costs.items()}
    if max(known, default=0) < least * 1_000:
        return None
    try:
        return exponent({n: cost for n, cost in known.items() if n == 1 or n >= least})
    except ValueError:
        return None
