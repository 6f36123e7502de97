"""Measures and draws the throughput for several numbers of workers: throughput.py PROGRAM PICTURE.

Each worker processes one item at a time, of 40 ms on average, so that the workers are the limit while the
processors of the machine are idle most of the time. It needs matplotlib, and uses the style of the benchmarks.
"""
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[3]
sys.path.append(str(ROOT / "Benchmarks/Driver"))
from plots import OTHER, OWN, plt, save  # noqa: E402

COUNTS, LONGEST = (1, 2, 4, 8, 16, 32), 80
# Enough that the items which stall for half a second hardly count.
ITEMS_PER_WORKER = 200
IDEAL = 1000 / (LONGEST / 2)


def throughput(program, count):
    """Returns the items per second, and the seconds of processor time per item."""
    options = ["--listen", "127.0.0.1:0", "--slots", "1", "--longest", str(LONGEST)]
    workers = [
        subprocess.Popen([program, "worker", *options, "--number", str(number)], stdout=subprocess.PIPE, text=True)
        for number in range(count)
    ]
    try:
        endpoints = ",".join(worker.stdout.readline().split()[-1] for worker in workers)
        items = ITEMS_PER_WORKER * count
        before = os.times()
        run = [program, "run", "--connect", endpoints, "--items", str(items), "--limit", str(4 * count)]
        report = subprocess.run(run, check=True, capture_output=True, text=True).stdout
    finally:
        for worker in workers:
            worker.terminate()
            worker.communicate()
    after = os.times()
    busy = sum(after[index] - before[index] for index in (2, 3))
    return items / float(re.search(r"time +([\d.]+) s", report)[1]), busy / items


def draw(rates, picture):
    figure, axes = plt.subplots(figsize=(7.2, 3.4))
    ideal = [IDEAL * count for count in COUNTS]
    axes.plot(COUNTS, ideal, color=OTHER, linestyle="--", label="the workers' own limit")
    axes.plot(COUNTS, rates, color=OWN, marker="o", label="measured")
    axes.set(title="Throughput of the fan-out", xlabel="workers, one item of 40 ms at a time each")
    axes.set(ylabel="items per second", xscale="log", yscale="log", xticks=COUNTS, xticklabels=COUNTS)
    axes.set(yticks=ideal, yticklabels=[f"{rate:.0f}" for rate in ideal])
    axes.minorticks_off()
    axes.legend(frameon=False)
    save(figure, picture)


def main(program, picture):
    results = [throughput(program, count) for count in COUNTS]
    for count, (rate, busy) in zip(COUNTS, results):
        print(f"| {count} | {rate:.0f} | {rate / IDEAL / count:.0%} | {busy * 1000:.1f} ms |")
    draw([rate for rate, _ in results], pathlib.Path(picture))


if __name__ == "__main__":
    main(*sys.argv[1:])
