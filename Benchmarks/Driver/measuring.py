"""Measures everything: first what is timed, then what is counted."""
import sys
import time

import compile_time
import counting
import depth
import growth
import machine
import older

# Rounds of the interleaved run; each takes some 5 ms for every workload and peer.
ROUNDS = 61
# How long two threads in lockstep spin for each other is the scheduler's business.
SPINNING = {"contention"}


def everything(program, workloads, budgets):
    """Returns all results of `workloads`."""
    chosen = {kind: [w for w in workloads if w.kind == kind] for kind in KINDS}
    results = machine.description()
    results["workloads"] = {
        w.name: {"title": w.title, "unit": w.unit, "kind": w.kind, "peers": list(w.peers)}
        for w in workloads
    }
    for name, measure in (
        ("time", lambda: times(program, chosen["operation"])),
        ("growth", lambda: growths(program, chosen["growth"])),
        ("counts", lambda: counts(program, chosen["operation"])),
        ("bytes", lambda: bytes_left(program, chosen["footprint"])),
        ("older", lambda: older.measured(program, workloads)),
        ("depth", lambda: depths(program, chosen["depth"])),
        ("runs", lambda: runs(program, workloads, budgets)),
        ("scopes", lambda: scopes(program)),
    ):
        started = time.monotonic()
        say(f"Measuring {name} …")
        results[name] = measure()
        say(f"… {time.monotonic() - started:.0f} s")
    return results


KINDS = ("operation", "footprint", "depth", "growth")


def say(text):
    print(text, file=sys.stderr, flush=True)


def pairs(workloads):
    return [(workload.name, peer) for workload in workloads for peer in workload.peers]


def nested(figures):
    """Returns figures by workload and peer as a dictionary of dictionaries."""
    found = {}
    for (workload, peer), figure in figures.items():
        found.setdefault(workload, {})[peer] = figure
    return found


def times(program, workloads):
    """Returns nanoseconds of each round, to a tenth."""
    if not workloads:
        return {}
    return {
        workload: {peer: [round(sample, 1) for sample in rounds] for peer, rounds in peers.items()}
        for workload, peers in program.time([w.name for w in workloads], ROUNDS).items()
    }


def counts(program, workloads):
    def count(workload, peer):
        instructions = None
        if workload not in SPINNING:
            instructions = counting.instructions(program, workload, peer)
        return {
            "allocations": counting.allocations(program, workload, peer),
            "instructions": instructions,
        }

    return nested(counting.side_by_side(count, pairs(workloads)))


def bytes_left(program, workloads):
    def left(workload, peer):
        return counting.bytes_left(program, workload, peer)

    return nested(counting.side_by_side(left, pairs(workloads)))


def growths(program, workloads):
    """Returns the curves of every peer, one process at a time, and Pledge's instructions."""
    found = {
        w.name: {peer: growth.curves(program, w.name, peer) for peer in w.peers} for w in workloads
    }
    for workload in found:
        found[workload]["pledge"]["instructions"] = growth.instructions(program, workload)
    return found


def depths(program, workloads):
    def largest(workload, peer):
        return depth.largest(depth.survivor(program, workload, peer))

    deep = [w for w in workloads if not w.name.startswith("races")]
    return nested(counting.side_by_side(largest, pairs(deep)))


def runs(program, workloads, budgets):
    """Returns what Pledge reports of each run that has a budget."""
    found = {}
    for workload in workloads:
        if run := budgets.get(workload.name, {}).get("run"):
            found[workload.name] = one_run(program, workload.name, run)
    return found


def one_run(program, workload, run):
    """Returns the memory of a run, and how many bytes each of its turns leaves on the heap."""
    stack = run.get("stack")
    plain = program.run(workload, "pledge", run["count"], stack)
    one, all = (
        program.run(workload, "pledge", count, stack, counted=True)["liveBytes"]
        for count in (1, run["count"])
    )
    return {
        "growth": plain["peakMemory"] - plain["startMemory"],
        "live": (all - one) / run["count"],
    }


def scopes(program):
    def needed(chain, peer):
        return compile_time.scopes(program, chain, peer)

    chains = [(chain, peer) for chain, peers in compile_time.CHAINS.items() for peer in peers]
    return nested(counting.side_by_side(needed, chains))
