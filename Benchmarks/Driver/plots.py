"""Draws the times, with matplotlib: plots.py RESULTS PICTURE."""
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


def main(results, picture):
    results = json.loads(pathlib.Path(results).read_text())
    times = {
        name: {peer: statistics.median(rounds) for peer, rounds in peers.items()}
        for name, peers in results["time"].items()
    }
    save(bars(results, times), pathlib.Path(picture))


def save(figure, path):
    figure.savefig(path, metadata={"Date": None, "Creator": None}, facecolor="white")
    plt.close(figure)


def bars(results, times):
    """Returns a panel for each staged workload, with a bar for each peer."""
    shown = [name for name in STAGED if name in times]
    figure, panels = plt.subplots(len(shown), squeeze=False, sharex=True, figsize=(7.2, 2 * len(shown)))
    figure.suptitle("Nanoseconds a stage, a third of the whole", x=0.01, ha="left", fontweight="bold")
    for axes, name in zip(panels[:, 0], shown):
        costs = sorted((cost / STAGES, peer) for peer, cost in times[name].items())
        drawn = axes.barh(
            [PEERS[peer] for _, peer in costs], [cost for cost, _ in costs],
            color=[OWN if peer == "pledge" else OTHER for _, peer in costs],
        )
        axes.bar_label(drawn, [n(cost) for cost, _ in costs], padding=3)
        axes.set(title=results["workloads"][name]["title"], xscale="log")
        axes.margins(x=0.1)
        axes.invert_yaxis()
        axes.grid(axis="y", visible=False)
    return figure


if __name__ == "__main__":
    main(*sys.argv[1:])
