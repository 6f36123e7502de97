"""Draws the simulation of a saturated server."""

CAPACITY, SURGE, SECONDS = 100, (20, 30), 90
# The strategies of each column, with their labels.
COLUMNS = {
    "Retries": {"plain": "none", "retries": "up to 3 attempts", "retriesWithBudget": "with a budget"},
    "Hedging": {"plain": "none", "hedges": "after 300 ms", "hedgesWithBudget": "with a budget"},
}
ROWS = {"attempts": "attempts per second", "answers": "answers per second"}
STYLES = ('stroke="#9AA5B1"', 'stroke="#0072B2" stroke-dasharray="5 3"', 'stroke="#D55E00"')
# Of a panel in pixels, and the places of the panels.
WIDTH, HEIGHT, LEFT, TOP, ACROSS, DOWN = 300, 150, 50, 30, 340, 180
# A white background is readable on dark pages, too.
HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 385" font-family="sans-serif" font-size="12" fill="none">
<rect width="720" height="385" fill="#FFF"/>"""


def saturation(runs):
    """Returns the plot of the figures per second of each strategy, as SVG."""
    lines = [HEAD]
    for row, (figure, label) in enumerate(ROWS.items()):
        peak = max(second[figure] for seconds in runs.values() for second in seconds)
        step = next(step for step in (20, 50, 100, 200) if peak <= 5 * step)
        for column, (title, strategies) in enumerate(COLUMNS.items()):
            lines += [f'<g transform="translate({LEFT + column * ACROSS} {TOP + row * DOWN})">']
            lines += axes(step, peak, has_figures=column == 0, has_seconds=row == 1)
            lines += (curve(runs[strategy], figure, peak, style) for strategy, style in zip(strategies, STYLES))
            if row == 0:
                lines += [text(0, -10, title, 'font-weight="bold"'), *legend(strategies.values())]
            lines += ["</g>"]
        lines += [text(0, 0, label, f'text-anchor="middle" transform="translate(14 {TOP + row * DOWN + HEIGHT / 2:g}) rotate(-90)"')]
    return "\n".join([*lines, "</svg>", ""])


def x(second):
    return round(WIDTH * second / SECONDS, 1)


def y(figure, peak):
    return round(HEIGHT * (1 - figure / peak), 1)


def text(left, top, content, attributes=""):
    return f'<text x="{left}" y="{top}" fill="#000" {attributes}>{content}</text>'


def axes(step, peak, has_figures, has_seconds):
    begin, end = map(x, SURGE)
    yield f'<rect x="{begin}" width="{round(end - begin, 1)}" height="{HEIGHT}" fill="#EFEFEF"/>'
    for figure in range(0, peak + 1, step):
        color = "#000" if figure == 0 else "#D8D8D8"
        yield f'<path d="M0 {y(figure, peak)}h{WIDTH}" stroke="{color}"/>'
        if has_figures:
            yield text(-6, y(figure, peak) + 4, figure, 'text-anchor="end"')
    yield f'<path d="M0 {y(CAPACITY, peak)}h{WIDTH}" stroke="#555" stroke-dasharray="1 2"/>'
    for second in range(0, SECONDS + 1, 30) if has_seconds else ():
        yield text(x(second), HEIGHT + 16, f"{second} s", 'text-anchor="middle"')


def curve(seconds, figure, peak, style):
    points = " ".join(f"{x(number)},{y(second[figure], peak)}" for number, second in enumerate(seconds))
    return f'<polyline points="{points}" {style} stroke-width="1.5"/>'


def legend(names):
    for number, (name, style) in enumerate(zip(names, STYLES)):
        yield f'<path d="M180 {8 + 15 * number}h22" {style} stroke-width="1.5"/>'
        yield text(208, 12 + 15 * number, name)
