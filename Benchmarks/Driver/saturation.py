"""Draws the simulation of a saturated server: saturation.py FIGURES PICTURE."""
import json
import pathlib
import sys

from plots import OTHER, OWN, plt, save

CAPACITY, SURGE = 100, (20, 30)
# The strategies of each column, with their labels.
COLUMNS = {
    "Retries": {"plain": "none", "retries": "up to 3 attempts", "retriesWithBudget": "with a budget"},
    "Hedging": {"plain": "none", "hedges": "after 300 ms", "hedgesWithBudget": "with a budget"},
}
ROWS = {"attempts": "attempts per second", "answers": "answers per second"}
STYLES = ({"color": OTHER}, {"color": "#0072B2", "linestyle": "--"}, {"color": OWN})


def main(figures, picture):
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
    main(*sys.argv[1:])
