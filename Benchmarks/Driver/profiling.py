"""Shows where the instructions and the allocations of an operation come from."""
import re
import subprocess
import tempfile

from counting import GATED_COUNT
from program import checked

FUNCTION = re.compile(r"^ *([\d,]+) \([ \d.]+%\) +(?:([*<]) +)?\S*?:(\S.*?)(?: \[[^\]]*\])?$")
CALLS = re.compile(r"^(.*) \(([\d,]+)x\)$")
# What every allocation goes through: whoever calls it, and is not in it, allocates.
ALLOCATORS = ("swift_allocObject", "swift_slowAlloc", "malloc", "calloc", "realloc")
ROWS = 25


def show(program, workload, peer):
    """Prints both for one operation of a peer: the difference of two runs, one twice as long.

    What is done only once, by a process or by the first operation, is in both and drops out.
    """
    base, more = (
        annotated(program, workload.name, peer, times * GATED_COUNT) for times in (1, 2)
    )
    for title, kind in (("instructions, by function", 0), ("allocations, by caller", 1)):
        print(f"\n{workload.name}, for each {workload.unit}: {title}")
        for name, figure in largest(difference(base[kind], more[kind])):
            print(f"{figure:10,.2f}  {name}")


def difference(base, more):
    return {name: (count - base.get(name, 0)) / GATED_COUNT for name, count in more.items()}


def largest(figures):
    """Returns the largest figures, without what is nothing to one operation."""
    ordered = sorted(figures.items(), key=lambda item: (-item[1], item[0]))
    return [(name, figure) for name, figure in ordered[:ROWS] if figure >= 0.01]


def annotated(program, workload, peer, count):
    """Returns the instructions of each function, and the calls of each that allocates."""
    with tempfile.NamedTemporaryFile(prefix="callgrind.") as out:
        program.instructions(workload, peer, count, out.name)
        annotate = ["callgrind_annotate", "--threshold=100", "--tree=caller", out.name]
        listing = subprocess.run(
            ["swift", "demangle", "--simplified"],
            input=checked(annotate), capture_output=True, text=True, check=True,
        ).stdout
    return parsed(listing)


def parsed(listing):
    """Returns instructions and allocating calls by function, from a listing with callers.

    In it a function stands below the functions that call it.
    """
    instructions, calls, callers = {}, {}, []
    for line in listing.splitlines():
        found = FUNCTION.match(line)
        if not found:
            callers = []
        elif found[2] == "<":
            callers.append(found[3])
        elif found[2] == "*":
            instructions[found[3]] = instructions.get(found[3], 0) + number(found[1])
            if found[3] in ALLOCATORS:
                add(calls, callers)
    return instructions, calls


def add(calls, callers):
    for caller in callers:
        if (found := CALLS.match(caller)) and found[1] not in ALLOCATORS:
            calls[found[1]] = calls.get(found[1], 0) + number(found[2])


def number(text):
    return int(text.replace(",", ""))
