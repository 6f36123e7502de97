"""Draws the results, with matplotlib: plots.py RESULTS FOLDER."""
import json
import pathlib
import statistics
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402
from budgets import PEERS  # noqa: E402
from limits import n  # noqa: E402

# Workloads of three stages each.
STAGED, STAGES = ("settled-maps", "pending-maps", "pending-flatmaps"), 3
OWN, OTHER = "#D55E00", "#9AA5B1"
# The same results give the same files. A white background is readable on dark pages, too.
plt.rcParams |= {
    "svg.hashsalt": "pledge", "svg.fonttype": "none", "figure.constrained_layout.use": True,
    "font.size": 9, "axes.axisbelow": True, "axes.grid": True, "grid.color": "#D8D8D8",
    "axes.spines.top": False, "axes.spines.right": False, "axes.titlelocation": "left",
}


def main(results, folder):
    results = json.loads(pathlib.Path(results).read_text())
    folder = pathlib.Path(folder)
    folder.mkdir(exist_ok=True)
    times = {
        name: {peer: statistics.median(rounds) for peer, rounds in peers.items()}
        for name, peers in results["time"].items()
    }
    save(bars(results, times, "Nanoseconds a stage, a third of the whole", "log"), folder / "time.svg")
    allocations = bars(results, results["allocations"], "Allocations a stage, a third of the whole", "linear")
    save(allocations, folder / "allocations.svg")
    for name, curves in results["growth"].items():
        save(growth(results["workloads"][name], curves), folder / f"growth-{name}.svg")


def save(figure, path):
    figure.savefig(path, metadata={"Date": None, "Creator": None}, facecolor="white")
    plt.close(figure)


def bars(results, figures, title, scale):
    """Returns a panel for each staged workload, with a bar for each peer."""
    shown = [name for name in STAGED if name in figures]
    figure, panels = plt.subplots(len(shown), squeeze=False, sharex=True, figsize=(7.2, 2 * len(shown)))
    figure.suptitle(title, x=0.01, ha="left", fontweight="bold")
    for axes, name in zip(panels[:, 0], shown):
        costs = sorted((cost / STAGES, peer) for peer, cost in figures[name].items())
        drawn = axes.barh(
            [PEERS[peer] for _, peer in costs], [cost for cost, _ in costs],
            color=[OWN if peer == "pledge" else OTHER for _, peer in costs],
        )
        axes.bar_label(drawn, [n(cost) for cost, _ in costs], padding=3)
        axes.set(title=results["workloads"][name]["title"], xscale=scale)
        axes.margins(x=0.1)
        axes.invert_yaxis()
        axes.grid(axis="y", visible=False)
    return figure


def growth(workload, curves):
    """Returns two panels, time and memory over the count, with a line for each peer."""
    figure, panels = plt.subplots(2, figsize=(7.2, 7.6))
    figure.suptitle(workload["title"], x=0.01, ha="left", fontweight="bold")
    for axes, cost, title in zip(panels, ("nanoseconds", "memory"), ("Nanoseconds", "Bytes live at most")):
        for peer in curves:
            points = [(count, y) for count, y in curves[peer][cost] if count > 1]
            axes.plot(*zip(*points), marker="o", label=PEERS[peer], linewidth=3 if peer == "pledge" else 1)
        axes.set(title=title, xscale="log", yscale="log", xlabel=f"count; each is one {workload['unit']}")
        axes.legend()
    return figure


if __name__ == "__main__":
    main(*sys.argv[1:])
