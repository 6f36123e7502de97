"""Measures everything that Results.md shows."""
import datetime
import os
import pathlib
import platform
import re
import statistics
import sys

import counting
import size
from counting import FITTED, side_by_side
from program import ROOT, Died, run

# Rounds of the interleaved run; each takes about 5 ms for every workload and peer.
ROUNDS = 61
# Its instructions are not counted: how long two threads spin for each other depends on the scheduler.
SPINNING = "contention"
SOURCES = ("Sources", "Package.swift", "Benchmarks/Sources", "Benchmarks/Package.swift")


def everything(program, workloads, budgets):
    """Returns all results of `workloads`: most of them by figure, workload, and peer."""
    kinds = ("operation", "footprint", "depth", "growth", "size")
    operations, footprints, depths, growths, sizes = (
        [w for w in workloads if w.kind == kind] for kind in kinds
    )
    results = description()
    results["workloads"] = {w.name: {"title": w.title} for w in workloads}
    say("Measuring times and growth …")
    results["time"] = program.time([w.name for w in operations], ROUNDS) if operations else {}
    results["growth"] = {w.name: {p: curves(program, w.name, p) for p in w.peers} for w in growths}
    say("Counting …")
    counted = [w for w in operations if w.name != SPINNING]
    deep = [w for w in depths if not w.name.startswith("races")]
    for name, measure, pairs in (
        ("allocations", counting.allocations, of_peers(operations)),
        ("instructions", counting.instructions, of_peers(counted)),
        ("bytes", counting.bytes_left, of_peers(footprints)),
        ("older", counting.allocations, of_older(operations)),
        ("older-bytes", counting.bytes_left, of_older(footprints)),
        ("depth", counting.depth, of_peers(deep)),
        ("text", size.text, of_peers(sizes)),
    ):
        results[name] = nested(pairs, side_by_side(lambda *pair: measure(program, *pair), pairs))
    runs = {w.name: budgets[w.name]["run"] for w in workloads if "run" in budgets.get(w.name, {})}
    results["run"] = {name: {"pledge": one_run(program, name, **run)} for name, run in runs.items()}
    return results


def say(text):
    print(text, file=sys.stderr, flush=True)


def of_peers(workloads):
    return [(w.name, peer) for w in workloads for peer in w.peers]


def of_older(workloads):
    return [(w.name, peer) for w in workloads for peer in w.older]


def nested(pairs, figures):
    found = {}
    for (workload, peer), figure in zip(pairs, figures):
        found.setdefault(workload, {})[peer] = figure
    return found


def curves(program, workload, peer):
    """Returns the nanoseconds and the peak of live bytes for each count, until a stack overflows."""
    nanoseconds = {}
    try:
        for count in (1, 10, 100, *FITTED[1:]):
            # Short runs end before the times have stabilized.
            repeats = 5 if count <= 10_000 else 1
            runs = [program.report(workload, peer, count, timeout=60) for _ in range(repeats)]
            nanoseconds[count] = statistics.median(run["nanoseconds"] for run in runs)
    except Died:
        pass
    memory = counting.growth(program, workload, peer, nanoseconds)["memory"]
    return {"nanoseconds": [*nanoseconds.items()], "memory": [*memory.items()]}


def one_run(program, workload, count, stack=None, **_):
    """Returns the growth of resident memory in a run, and the bytes that each iteration leaks."""
    plain = program.report(workload, "pledge", count, stack)
    one, all = (
        program.report(workload, "pledge", n, stack, counted=True)["liveBytes"] for n in (1, count)
    )
    return {"growth": plain["peakMemory"] - plain["startMemory"], "live": (all - one) / count}


def description():
    """Returns the machine, the toolchain, the commit, and the date."""
    model = re.search(r"^model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    processor = model[1] if model else platform.machine()
    memory = round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30))
    system = platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    return {
        "processor": f"{processor}, {os.cpu_count()} cores, {memory} GiB of memory",
        "system": f"{system}, Linux {platform.release()}, glibc {platform.libc_ver()[1]}",
        "toolchain": run("swift", "--version").stdout.splitlines()[0],
        "commit": commit(),
        "date": datetime.date.today().isoformat(),
    }


def commit():
    head = run("git", "-C", ROOT, "rev-parse", "--short=12", "HEAD").stdout.strip()
    changed = run("git", "-C", ROOT, "status", "--porcelain", "--", *SOURCES).stdout
    return head + (", with uncommitted changes" if changed else "")
