"""Measures what N stages, observers, elements, timers and so on cost, from one to 1,000,000."""
from statistics import median

import counting
from fitting import exponent
from program import Died

# Counts for the gate; for instructions, which callgrind counts some fifty times slower than they run;
# and for all else. Each begins with the one whose cost is taken off the others.
QUICK = (1, 100, 1_000, 10_000)
INSTRUCTIONS = (1, 100, 1_000, 10_000, 100_000)
ALL = (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)
# What a process does once weighs too much below this; three decades are above.
FITTED_FROM = 1_000
# Runs whose median is taken where one is over before it has settled; one of more is its own median.
REPEATS, REPEATED_TO = 5, 10_000


def counts(program, workload, peer, among=ALL):
    """Returns how many allocations each count makes, and how many bytes are live at most."""
    reports = {count: counting.reported(program, workload, peer, count) for count in among}
    return {
        "allocations": {count: report["allocations"] for count, report in reports.items()},
        "memory": {count: report["peakBytes"] for count, report in reports.items()},
    }


def instructions(program, workload, among=INSTRUCTIONS):
    return {count: program.instructions(workload, "pledge", count) for count in among}


def curves(program, workload, peer):
    """Returns nanoseconds, allocations and bytes for each count, up to where a stack overflows."""
    nanoseconds = {}
    try:
        for count in ALL:
            repeats = REPEATS if count <= REPEATED_TO else 1
            runs = [program.run(workload, peer, count, timeout=60) for _ in range(repeats)]
            nanoseconds[count] = median(run["nanoseconds"] for run in runs)
    except Died:
        pass
    return {"nanoseconds": nanoseconds, **counts(program, workload, peer, nanoseconds)}


def fitted(costs, least=FITTED_FROM):
    """Returns the exponent with which `costs` grow from `least` on, or nothing if they do not,
    or not for three decades.

    The counts may be text, as they are in the results.
    """
    known = {int(count): cost for count, cost in costs.items()}
    if max(known, default=0) < least * 1_000:
        return None
    try:
        return exponent({n: cost for n, cost in known.items() if n == 1 or n >= least})
    except ValueError:
        return None
