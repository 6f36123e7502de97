"""Counts what one operation costs: allocations and instructions, which do not jitter."""
import os
from concurrent.futures import ThreadPoolExecutor

from program import Trouble

# How many operations: divisible by the 1,000 observers and elements of the fans. What a process
# does besides varies by some 10,000 instructions, which must be little beside what is gated.
COUNT = 2_000
GATED_COUNT = 10_000


def per_operation(measure, count=COUNT):
    """Returns what one more operation costs, by the difference of `count` and twice as many.

    What a process does once, to start and at its first operation, is in both and drops out.
    """
    return (measure(2 * count) - measure(count)) / count


def allocations(program, workload, peer):
    return per_operation(lambda count: reported(program, workload, peer, count)["allocations"])


def instructions(program, workload, peer):
    count = GATED_COUNT if peer == "pledge" else COUNT
    return per_operation(lambda count: program.instructions(workload, peer, count), count)


def bytes_left(program, workload, peer):
    """Returns how many live bytes one more operation leaves on the heap."""
    return per_operation(lambda count: reported(program, workload, peer, count)["liveBytes"])


def reported(program, workload, peer, count):
    """Returns the report of a run with the malloc counter."""
    report = program.run(workload, peer, count, counted=True)
    if report["allocations"] is None:
        raise Trouble(f"{program.counter} was preloaded, but benchmarks did not find it")
    return report


def side_by_side(measure, items):
    """Returns `measure` of each item, on every core: for counts only, never for times."""
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        return dict(zip(items, workers.map(lambda item: measure(*item), items)))
