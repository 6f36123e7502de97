"""Writes Results.md: the figures of the results as tables."""
import statistics
import textwrap

import budgets
import older
from budgets import PEERS, TITLES, memory, ratio, title
from growth import FITTED_FROM, fitted

HEAD = """# Results

Written by `Scripts/benchmark`; [Performance](../Documentation/Performance.md) says how to read it.

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


def page(promised, originals, results):
    """Returns the page; a part of which nothing was measured is left out."""
    parts = [HEAD.format_map(results)]
    for heading, note, rows in (
        ("Budgets", BUDGETS, budget_rows(promised, results)),
        ("Time of an operation", TIME, time_rows(results)),
        ("Allocations of an operation", "", count_rows(results, "allocations")),
        ("Instructions of an operation", INSTRUCTIONS, count_rows(results, "instructions")),
        ("Memory of what is pending", "Bytes on the heap.", bytes_rows(results)),
        ("In the place of older libraries", older_note(results), older_rows(originals, results)),
        ("Depth", DEPTH, depth_rows(results)),
        ("Growth", GROWTH, growth_rows(results)),
        ("Growth of counts", COUNTS, own_growth_rows(results)),
        ("Type-checking a chain of twenty", SCOPES, scope_rows(results)),
    ):
        if len(rows) > 1:
            parts.append("\n".join([f"## {heading}", "", *note_lines(note), *table(rows), ""]))
        if heading == "Budgets":
            parts += explanations(promised, results)
        if heading.startswith("In the place") and len(rows) > 1:
            parts += reasons(originals, results)
    return "\n".join(parts)


def note_lines(note):
    return [note, ""] if note else []


BUDGETS = """\
A ratio is the median, over the rounds of one interleaved run, of Pledge's time and the peer's in the
same round. Nothing that follows from a clock is gated."""
TIME = """\
Median nanoseconds; in brackets Pledge's time as a share of that peer's in the same rounds, so less is
better for Pledge."""
INSTRUCTIONS = """\
Counted by callgrind, on all threads together. How long two threads spin for each other is no property
of the code, so contention is left out."""
OLDER = """\
What Pledge's modules with the API of older libraries take of the same work: allocations, and bytes of the
last row. In brackets what the library itself takes, from [Originals.toml](Originals.toml), which says how that was
measured. An operation on a queue has Dispatch's share in it. Counted on {date}, commit {commit}."""
DEPTH = """\
The largest chain or loop that survives on a stack of 8 MiB, to five percent; more than 1,000,000 was
not tried. A run that takes longer than a minute counts as one that does not end."""
GROWTH = """\
The exponent e of n^e that fits best from 1,000 to 1,000,000, without what one costs: time, then what
is live on the heap at most. 1 is linear; more, as caches run out, for time. A dash: it crashes."""
COUNTS = """\
The same for Pledge's allocations, and for its instructions, which are from 100 to 100,000."""
SCOPES = """\
Scopes that the compiler's solver opens for the chain: the least limit with which it compiles, to a
percent. At 1,000,000 the compiler gives up by itself."""


def table(rows):
    """Returns the lines of a table whose first row is its head, and whose first column is text."""
    head, *body = rows
    yield "| " + " | ".join(head) + " |"
    yield "|---" + "|---:" * (len(head) - 1) + "|"
    for row in body:
        yield "| " + " | ".join(row) + " |"


def budget_rows(promised, results):
    rows = [["work", "budget", "measured", "verdict"]]
    for check in budgets.checks(promised, results):
        rows.append([check.work, check.promise, measured(check), verdict(check)])
    return rows


def explanations(promised, results):
    for work, why in budgets.explanations(promised, results):
        yield textwrap.fill(f"**{work}**: {why}", 108) + "\n"


def measured(check):
    if check.measured is None:
        return "not measured"
    if check.unit == "×":
        return f"{check.measured:.2f} ×"
    if check.unit == "B":
        return memory(check.measured)
    return figure(check.measured)


def verdict(check):
    return "holds" if check.holds else "**fails**"


def figure(value):
    """Returns a count as it is read: whole, or to two decimals where it is small and broken."""
    if value is None:
        return "–"
    return f"{value:,.0f}" if value >= 100 or abs(value - round(value)) < 0.005 else f"{value:,.2f}"


def by_peer(results, kind, figures, cell):
    """Returns rows of the workloads in `figures`, with a column for each peer that is in any."""
    peers = [peer for peer in PEERS if any(peer in found for found in figures.values())]
    rows = [[kind, *(PEERS[peer] for peer in peers)]]
    order = [name for name in (*results["workloads"], *TITLES) if name in figures]
    for name in order:
        found = figures[name]
        cells = (cell(found, peer) if peer in found else "" for peer in peers)
        rows.append([title(results, name), *cells])
    return rows


def time_rows(results):
    def cell(times, peer):
        median = f"{statistics.median(times[peer]):,.0f}"
        return median if peer == "pledge" else f"{median} ({ratio(times, peer):.2f})"

    return by_peer(results, "work", results["time"], cell)


def count_rows(results, name):
    def cell(counts, peer):
        return figure(counts[peer][name])

    return by_peer(results, "work", results["counts"], cell)


def bytes_rows(results):
    return by_peer(results, "thing", results["bytes"], lambda found, peer: figure(found[peer]))


def older_note(results):
    return OLDER.format_map(results["older"]) if "older" in results else ""


def older_rows(originals, results):
    taken = results.get("older", {}).get("figures", {})
    found = {peer: verdicts_by_work(originals, peer, taken) for peer in originals}
    rows = [["work", *(originals[peer]["module"] for peer in found)]]
    for name in taken:
        cells = (older_cell(verdicts.get(name)) for verdicts in found.values())
        rows.append([title(results, name), *cells])
    return rows


def verdicts_by_work(originals, peer, taken):
    return {verdict.workload: verdict for verdict in older.verdicts(originals, peer, taken)}


def older_cell(verdict):
    if verdict is None:
        return ""
    known = "–" if verdict.original is None else figure(verdict.original)
    return f"{figure(verdict.measured)} ({known})"


def reasons(originals, results):
    """Yields why a module takes more than its original."""
    for original in originals.values():
        for name, above in original.get("above", {}).items():
            start = f"**{original['module']}, {title(results, name)}**:"
            yield textwrap.fill(f"{start} {above['reason']}", 108) + "\n"


def depth_rows(results):
    return by_peer(results, "work", results["depth"], lambda found, peer: figure(found[peer]))


def growth_rows(results):
    def cell(curves, peer):
        exponents = (exponent(curves[peer][figure]) for figure in ("nanoseconds", "memory"))
        return ", ".join(exponents)

    return by_peer(results, "of", results["growth"], cell)


def own_growth_rows(results):
    rows = [["of", "allocations", "instructions"]]
    for name, peers in results["growth"].items():
        own = peers["pledge"]
        rows.append(
            [title(results, name), exponent(own["allocations"]), exponent(own["instructions"], 100)]
        )
    return rows


def exponent(costs, least=FITTED_FROM):
    found = fitted(costs, least)
    return "–" if found is None else f"{found:.2f}"


def scope_rows(results):
    def cell(scopes, peer):
        return "more than 1,000,000" if scopes[peer] is None else figure(scopes[peer])

    return by_peer(results, "chain", results["scopes"], cell)
