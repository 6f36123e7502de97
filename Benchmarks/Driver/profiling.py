"""Shows where the instructions and the allocations of an operation come from."""
import collections
import re
import tempfile

from counting import GATED_COUNT
from program import run

# A line of callgrind_annotate: a function (*) is below the functions that call it (<).
FUNCTION = re.compile(
    r"^ *([\d,]+) \([ \d.]+%\) +(?:([*<]) +)?\S*?:(\S.*?)(?: \(([\d,]+)x\))?(?: \[[^\]]*\])?$"
)
# The functions whose callers count as allocating.
ALLOCATORS = ("swift_allocObject", "swift_slowAlloc", "malloc", "calloc", "realloc")
ROWS = 25


def show(program, workload, peer):
    """Prints the functions with the most instructions, and the callers with the most allocations.

    The figures are differences of two runs, so that costs incurred only once cancel out.
    """
    base, more = (annotated(program, workload.name, peer, times * GATED_COUNT) for times in (1, 2))
    for title, kind in (("instructions, by function", 0), ("allocations, by caller", 1)):
        print(f"\n{workload.name}, for each operation: {title}")
        more[kind].subtract(base[kind])
        for name, figure in more[kind].most_common(ROWS):
            if figure >= GATED_COUNT / 100:
                print(f"{figure / GATED_COUNT:10,.2f}  {name}")


def annotated(program, workload, peer, count):
    """Returns the instructions and the allocations of each function in a run."""
    with tempfile.NamedTemporaryFile(prefix="callgrind.") as out:
        program.instructions(workload, peer, count, out.name)
        listing = run("callgrind_annotate", "--threshold=100", "--tree=caller", out.name).stdout
    return parsed(run("swift", "demangle", "--simplified", stdin=listing).stdout)


def parsed(listing):
    instructions, allocations, callers = collections.Counter(), collections.Counter(), []
    for line in listing.splitlines():
        found = FUNCTION.match(line)
        if not found:
            callers = []
        elif found[2] == "<" and found[3] not in ALLOCATORS:
            callers.append((found[3], number(found[4] or "0")))
        elif found[2] == "*":
            instructions[found[3]] += number(found[1])
            for caller, calls in callers if found[3] in ALLOCATORS else ():
                allocations[caller] += calls
    return instructions, allocations


def number(text):
    return int(text.replace(",", ""))
