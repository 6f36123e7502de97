"""Draws the figures of the results: plots.py RESULTS FOLDER. Needs matplotlib; nothing else does.

The pictures are the same for the same figures, byte for byte. They stand on white, so that they are
read on dark pages, too.
"""
import json
import math
import pathlib
import statistics
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

from budgets import PEERS
from growth import ALL, FITTED_FROM, fitted

# Okabe and Ito's colours, which can be told apart by the colour-blind; the one we look for is warm
# and heavy, and every line has a mark of its own, too.
STYLES = {
    "pledge": ("#D55E00", "o"),
    "nio": ("#0072B2", "s"),
    "opencombine": ("#009E73", "^"),
    "task": ("#AA4499", "D"),
    "callbacks": ("#444444", "v"),
    "dispatch": ("#B8860B", "P"),
    "async": ("#3A9BC9", "X"),
}
# Work of three stages each.
STAGED = ("settled-maps", "pending-maps", "pending-flatmaps")
STAGES = 3
GRID = "#D8D8D8"
plt.rcParams |= {
    "svg.hashsalt": "pledge",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.edgecolor": "#888888",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "xtick.color": "#444444",
    "ytick.color": "#444444",
}


def main(results, folder):
    results = json.loads(pathlib.Path(results).read_text())
    folder = pathlib.Path(folder)
    folder.mkdir(exist_ok=True)
    median = {
        workload: {peer: statistics.median(found) for peer, found in times.items()}
        for workload, times in results["time"].items()
    }
    allocations = {
        workload: {peer: counts["allocations"] for peer, counts in peers.items()}
        for workload, peers in results["counts"].items()
    }
    save(bars(results, median, "Nanoseconds a stage, a third of the whole", log=True), folder / "time.svg")
    save(bars(results, allocations, "Allocations a stage, a third of the whole"), folder / "allocations.svg")
    for workload, curves in results["growth"].items():
        title = results["workloads"][workload]["title"]
        unit = results["workloads"][workload]["unit"]
        save(growth(title, unit, curves), folder / f"growth-{workload}.svg")


def short(figure):
    """Returns a figure to three digits."""
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"


def save(figure, path):
    figure.savefig(path, metadata={"Date": None, "Creator": None}, facecolor="white")
    plt.close(figure)


# MARK: What a stage costs


def bars(results, figures, title, log=False):
    """Returns one panel for each staged workload: a bar for each peer, the least on top."""
    shown = [workload for workload in STAGED if workload in figures]
    rows = sum(len(figures[workload]) for workload in shown)
    figure, panels = plt.subplots(
        len(shown), squeeze=False, sharex=True, layout="constrained",
        figsize=(7.2, 0.8 + 0.45 * len(shown) + 0.22 * rows),
        height_ratios=[len(figures[workload]) + 1 for workload in shown],
    )
    figure.suptitle(title, x=0.01, ha="left", fontsize=12, fontweight="bold")
    for axes, workload in zip(panels[:, 0], shown):
        bar_panel(axes, {peer: cost / STAGES for peer, cost in figures[workload].items()})
        axes.set_title(results["workloads"][workload]["title"])
    if log and shown:
        costs = [cost / STAGES for workload in shown for cost in figures[workload].values()]
        make_logarithmic(panels[0, 0], min(costs), max(costs))
    return figure


def make_logarithmic(axes, least, most):
    """Lets the bars begin at the power of ten below them all, and leaves room for their labels."""
    axes.set_xscale("log")
    axes.set_xlim(10 ** math.floor(math.log10(least)), most * 1.6)
    axes.minorticks_off()
    axes.xaxis.set_major_formatter(lambda cost, _: short(cost))


def bar_panel(axes, costs):
    peers = sorted(costs, key=lambda peer: (costs[peer], peer))
    names = [PEERS[peer] for peer in peers]
    drawn = axes.barh(
        names, [costs[peer] for peer in peers], height=0.7,
        color=[STYLES[peer][0] if peer == "pledge" else "#9AA5B1" for peer in peers],
    )
    axes.bar_label(drawn, [short(costs[peer]) for peer in peers], padding=3)
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    axes.tick_params(length=0)
    for peer, label in zip(peers, axes.get_yticklabels()):
        label.set_fontweight("bold" if peer == "pledge" else "normal")


# MARK: How cost grows


def growth(title, unit, curves):
    """Returns two panels, time and memory over the count, with a line for each peer."""
    figure, panels = plt.subplots(2, 1, figsize=(7.2, 7.6), layout="constrained")
    figure.suptitle(title, x=0.01, ha="left", fontsize=12, fontweight="bold")
    line_panel(panels[0], curves, "nanoseconds", "Time", clock)
    line_panel(panels[1], curves, "memory", "Live on the heap at most", size)
    fit = f"n^x: the exponent that fits from {FITTED_FROM:,} on"
    panels[1].set_xlabel(f"n, each one {unit}, in a process of its own; {fit}", color="#444444")
    return figure


def line_panel(axes, curves, figure, title, unit):
    """Draws a line for each peer, and writes its name and exponent at the line's end."""
    axes.set(xscale="log", yscale="log")
    axes.set_title(title)
    axes.xaxis.set_major_formatter(lambda count, _: f"{count:,.0f}")
    axes.yaxis.set_major_formatter(lambda cost, _: unit(cost))
    axes.minorticks_off()
    ends = []
    for peer in sorted(curves, key=lambda peer: peer == "pledge"):
        costs = {int(count): cost for count, cost in curves[peer][figure].items()}
        points = sorted((n, cost) for n, cost in costs.items() if n > 1)
        if points:
            draw(axes, peer, points)
            ends.append((points[-1], label(peer, costs), STYLES[peer][0], peer == "pledge"))
    annotate(axes, ends)


def draw(axes, peer, points):
    color, mark = STYLES[peer]
    own = peer == "pledge"
    axes.plot(
        *zip(*points), color=color, marker=mark, markersize=6 if own else 4.5,
        linewidth=2.8 if own else 1.2, zorder=3 if own else 2,
    )


def label(peer, costs):
    """Returns the name of a line, and its exponent, or that it ends early."""
    if max(costs) < ALL[-1]:
        return f"{PEERS[peer]}, then crashes"
    found = fitted(costs)
    return PEERS[peer] if found is None else f"{PEERS[peer]} n^{found:.2f}"


def annotate(axes, ends):
    """Writes each line's label right of its end, apart from the others."""
    axes.figure.canvas.draw()
    gap = 12 * axes.figure.dpi / 72
    floor = float("-inf")
    for point, text, color, own in sorted(ends, key=lambda end: end[0][1]):
        y = axes.transData.transform(point)[1]
        floor = max(y, floor + gap)
        axes.annotate(
            text, point, (9, (floor - y) * 72 / axes.figure.dpi), textcoords="offset points",
            va="center", color=color, fontweight="bold" if own else "normal", zorder=4,
            bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1},
        )


def size(count):
    """Returns an amount of memory in the unit that people would say it in."""
    for size, unit in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if count >= size:
            return f"{count / size:g} {unit}"
    return f"{count:g} B"


def clock(nanoseconds):
    """Returns a time in the unit that people would say it in."""
    for size, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")):
        if nanoseconds >= size:
            return f"{nanoseconds / size:g} {unit}"
    return f"{nanoseconds:g} ns"


if __name__ == "__main__":
    main(*sys.argv[1:])
