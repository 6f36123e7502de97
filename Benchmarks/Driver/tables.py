"""Writes Results.md, and the first table of Results.md and the README."""
import statistics

import budgets
from budgets import PEERS, time_ratio, title
from counting import FITTED, exponent
from limits import figures, n
from program import Trouble

HEAD = """# Results

Written by `Scripts/benchmark`; [Performance](../Documentation/Performance.md) describes how to read it.

| | |
|---|---|
| processor | {processor} |
| system | {system} |
| toolchain | {toolchain} |
| commit | {commit} |
| date | {date} |

## In short

<!-- written by Scripts/benchmark -->
<!-- up to here -->
"""
BUDGETS = """\
A ratio is the median, over the rounds of one interleaved run, of Pledge's time divided by the peer's. The
gates do not limit times. [Budgets.toml](Budgets.toml) explains each budget that is not met."""
TIME = """\
Median nanoseconds; in brackets the ratio of Pledge's time to the peer's in the same rounds. Lower is
better for Pledge."""
COUNTS = """\
Instructions, after the semicolon, are counted by callgrind on all threads. Those of contention are left out,
because the time that two threads spin for each other does not depend on the code."""
OLDER = """\
The costs of the same work with Pledge's modules for older libraries: allocations, and bytes in the last
row. In brackets, the costs of the library itself; [Originals.toml](Originals.toml) describes how they were
measured, and explains each exception. Operations on a queue include Dispatch's costs."""
DEPTH = """\
The largest chain or loop that does not overflow a stack of 8 MiB, to five percent, up to 1,000,000. A run
that takes longer than a minute counts as endless."""
GROWTH = """\
The best-fitting exponent e of n^e from 1,000 to 1,000,000, without the cost of the first: for time, and
for the peak of live bytes. 1 is linear; times exceed it when caches are exhausted. A dash means a crash.
The gates limit the growth of Pledge's allocations and instructions."""
SIZE = """\
Bytes of the section text, as `size` shows it: code and constant data of a release program with default flags,
more than those of an empty program; and for each further chain."""

START, END = "<!-- written by Scripts/benchmark -->\n", "<!-- up to here -->\n"
# The workloads of the first table, which all peers of it do, described for readers who do not know the benchmarks.
SUMMARY = {
    "pending-maps": "three maps on a pending promise, then resolved",
    "pending-flatmaps": "three flatMaps on a pending promise, then resolved",
    "race": "a race of two",
    "fan-in": "one of a thousand in `all`",
    "serial-queue-maps": "three maps on a serial queue, waited for",
}
COMPARED = ("nio", "opencombine", "task")


def page(promised, originals, results):
    """Returns the page; sections without figures are left out."""
    parts = [HEAD.format_map(results)]
    for heading, note, rows in (
        ("Budgets", BUDGETS, budget_rows(promised, results)),
        ("Time of an operation", TIME, by_peer(results, "work", "time", time)),
        ("Allocations and instructions of an operation", COUNTS, counts(results)),
        ("Memory of pending objects", "Bytes on the heap.", by_peer(results, "thing", "bytes", count)),
        ("In the place of older libraries", OLDER, older_rows(originals, results)),
        ("Depth", DEPTH, by_peer(results, "work", "depth", count)),
        ("Growth", GROWTH, by_peer(results, "of", "growth", growth)),
        ("Size of a program", SIZE, by_peer(results, "program", "text", count)),
    ):
        if len(rows) > 1:
            parts.append("\n".join([f"## {heading}\n", f"{note}\n", *table(rows), ""]))
    return with_summary("\n".join(parts), results)


def with_summary(text, results):
    """Returns a page with the first table in place of the one between the marks."""
    rows = [["", "allocations", *(f"time of {PEERS[peer]}" for peer in COMPARED)]]
    for name, words in SUMMARY.items():
        if rounds := results["time"].get(name):
            allocations = n(results["allocations"][name]["pledge"])
            rows.append([words, allocations, *(budgets.times(time_ratio(rounds, peer)) for peer in COMPARED)])
    lines = table(rows)
    if rounds := results["time"].get("await-pending"):
        lines += ["", f"Awaiting a pending promise takes {time_ratio(rounds, 'task'):.2f} times as long as awaiting a pending `Task`."]
    before, old, after = marked(text)
    return "".join([before, START, *(f"{line}\n" for line in lines), END, after])


def marked(text):
    """Returns the text before, between, and after the marks."""
    before, start, rest = text.partition(START)
    inside, end, after = rest.partition(END)
    if not (start and end):
        raise Trouble(f"the page lacks the lines {START.strip()} and {END.strip()}")
    return before, inside, after


def table(rows):
    """Returns the lines of a table, whose first row is its head and whose first column is text."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return [lines[0], "|---" + "|---:" * (len(rows[0]) - 1) + "|", *lines[1:]]


def by_peer(results, kind, figure, cell):
    """Returns a row for each workload, with a column for each peer that was measured."""
    found = results[figure]
    peers = [peer for peer in PEERS if any(peer in row for row in found.values())]
    names = [name for name in results["workloads"] if name in found]
    return [[kind, *(PEERS[peer] for peer in peers)]] + [
        [title(results, name), *(cell(found[name], peer) if peer in found[name] else "" for peer in peers)]
        for name in names
    ]


def counts(results):
    """Returns the rows with allocations and, if they were counted, instructions."""
    both = [results[figure] for figure in ("allocations", "instructions")]
    found = {
        name: {peer: "; ".join(n(figures[name][peer]) for figures in both if peer in figures.get(name, ())) for peer in row}
        for name, row in both[0].items()
    }
    return by_peer(results | {"counts": found}, "work", "counts", lambda row, peer: row[peer])


def count(figures, peer):
    return n(figures[peer])


def time(rounds, peer):
    median = f"{statistics.median(rounds[peer]):,.0f}"
    return median if peer == "pledge" else f"{median} ({time_ratio(rounds, peer):.2f})"


def growth(curves, peer):
    fits = (exponent(dict(curves[peer][figure]), FITTED) for figure in ("nanoseconds", "memory"))
    return ", ".join("–" if fit is None else f"{fit:.2f}" for fit in fits)


def budget_rows(promised, results):
    """Returns the rows of all budgets."""
    rows = [["work", "budget", "measured", "result"]]
    for name, budget in promised.items():
        for check in budgets.checks(name, budget, results):
            measured = "not measured" if check.measured is None else check.shown(check.measured)
            rows.append([check.work, check.promise, measured, "holds" if check.holds else "**fails**"])
    return rows


def older_rows(originals, results):
    """Returns the rows of the modules for older libraries."""
    rows = [["work", *(original["module"] for original in originals.values())]]
    for name, peers in {**results["older"], **results["older-bytes"]}.items():
        known = {peer: figures(original).get(name) for peer, original in originals.items()}
        cells = (
            f"{n(peers[peer])} ({'–' if known[peer] is None else n(known[peer])})" if peer in peers else ""
            for peer in originals
        )
        rows.append([title(results, name), *cells])
    return rows
