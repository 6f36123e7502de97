"""Looks for the longest chain or loop that survives on the stack of a main thread."""
from program import STACK, Died

MOST = 1_000_000
# Neither the steps of the search nor its end need be finer: two digits are what one remembers.
NARROW = 1.05


def largest(survives, most=MOST):
    """Returns the largest count for which `survives` is true, to five percent, at most `most`."""
    low, high = 0, 10
    while high <= most and survives(high):
        low, high = high, high * 10
    if high > most:
        return low
    while high > max(low * NARROW, low + 1):
        middle = round((max(low, 1) * high) ** 0.5)
        if survives(middle):
            low = middle
        else:
            high = middle
    return low


def survivor(program, workload, peer, timeout=60):
    """Returns a function that says whether so many stages or turns end as they should."""

    def survives(count):
        try:
            program.run(workload, peer, count, stack=STACK // 1024, timeout=timeout)
            return True
        except Died:
            return False

    return survives
