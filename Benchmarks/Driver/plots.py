"""Draws the times, or the simulation of a saturated server, with matplotlib: plots.py times|saturation FIGURES PICTURE."""
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
CAPACITY, SURGE = 100, (20, 30)
# The strategies of each column, with their labels.
COLUMNS = {
    "Retries": {"plain": "none", "retries": "up to 3 attempts", "retriesWithBudget": "with a budget"},
    "Hedging": {"plain": "none", "hedges": "after 300 ms", "hedgesWithBudget": "with a budget"},
}
ROWS = {"attempts": "attempts per second", "answers": "answers per second"}
STYLES = ({"color": OTHER}, {"color": "#0072B2", "linestyle": "--"}, {"color": OWN})
# The same results give the same files. A white background is readable on dark pages, too.
plt.rcParams |= {
    "svg.hashsalt": "pledge", "svg.fonttype": "none", "figure.constrained_layout.use": True,
    "font.size": 9, "axes.axisbelow": True, "axes.grid": True, "grid.color": "#D8D8D8",
    "axes.spines.top": False, "axes.spines.right": False, "axes.titlelocation": "left",
}


def times(results, picture):
    results = json.loads(pathlib.Path(results).read_text())
    medians = {
        name: {peer: statistics.median(rounds) for peer, rounds in peers.items()}
        for name, peers in results["time"].items()
    }
    save(bars(results, medians), pathlib.Path(picture))


def save(figure, path):
    figure.savefig(path, metadata={"Date": None, "Creator": None}, facecolor="white")
    plt.close(figure)


def bars(results, medians):
    """Returns a panel for each staged workload, with a bar for each peer."""
    shown = [name for name in STAGED if name in medians]
    figure, panels = plt.subplots(len(shown), squeeze=False, sharex=True, figsize=(7.2, 2 * len(shown)))
    figure.suptitle("Nanoseconds a stage, a third of the whole", x=0.01, ha="left", fontweight="bold")
    for axes, name in zip(panels[:, 0], shown):
        costs = sorted((cost / STAGES, peer) for peer, cost in medians[name].items())
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


def saturation(figures, picture):
    runs = json.loads(pathlib.Path(figures).read_text())
    figure, panels = plt.subplots(2, 2, sharex=True, sharey="row", figsize=(7.2, 4.4))
    for column, (title, strategies) in enumerate(COLUMNS.items()):
        panels[0][column].set_title(title)
        panels[1][column].set_xlabel("seconds")
        for row, (figure_name, label) in enumerate(ROWS.items()):
            axes = panels[row][column]
            axes.axvspan(*SURGE, color="#EFEFEF")
            for (strategy, name), style in zip(strategies.items(), STYLES):
                axes.plot([second[figure_name] for second in runs[strategy]], label=name, **style)
            axes.set_ylim(bottom=0)
            if column == 0:
                axes.set_ylabel(label)
        panels[0][column].axhline(CAPACITY, color="#555555", linewidth=0.8, linestyle=":")
        panels[0][column].legend(frameon=False, fontsize=8)
    save(figure, pathlib.Path(picture))


if __name__ == "__main__":
    {"times": times, "saturation": saturation}[sys.argv[1]](*sys.argv[2:])
