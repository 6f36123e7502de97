"""Writes the table that README.md and Results.md begin with: the few rows of the results that answer "how fast is it?"."""
import budgets
from program import Trouble
from tables import figure, table

START = "<!-- written by Scripts/benchmark -->\n"
END = "<!-- up to here -->\n"

# A row's workload, in the words of somebody who has not read the benchmarks.
ROWS = {
    "settled-maps": "three maps on a settled promise",
    "pending-maps": "three maps on a pending one, then resolved",
    "pending-flatmaps": "three flatMaps on a pending one, then resolved",
    "fan-in": "one of a thousand in `all`",
    "fan-out": "one of a thousand observers",
    "race": "a race of two",
    "timeout": "a timeout that is not reached",
    "contention": "a promise that two threads meet at",
    "await-settled": "`await` of a settled promise",
    "await-pending": "`await` of a pending one, then resolved",
}
PEERS = ("nio", "opencombine", "task")


def rows(results):
    """Returns the table: Pledge's allocations, and its time as a share of each peer's."""
    found = [["", "allocations", *(f"time of {budgets.PEERS[peer]}" for peer in PEERS)]]
    for name, words in ROWS.items():
        if name in results["time"]:
            found.append([words, taken(results, name), *shares(results, name)])
    return found


def taken(results, name):
    return figure(results["counts"][name]["pledge"]["allocations"])


def shares(results, name):
    for peer in PEERS:
        share = budgets.ratio(results["time"][name], peer)
        yield "" if share is None else f"{share:.2f} ×"


def written(page, results):
    """Returns the page with its table in place of the one between the marks."""
    before, _, after = parts(page)
    return "".join([before, START, *(f"{line}\n" for line in table(rows(results))), END, after])


def parts(page):
    """Returns what stands before, between and after the marks."""
    before, start, rest = page.partition(START)
    inside, end, after = rest.partition(END)
    if not (start and end):
        raise Trouble(f"the page has no lines {START.strip()} and {END.strip()}")
    return before, inside, after
