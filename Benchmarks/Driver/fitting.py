"""How a cost grows with the number of things: n¹ is linear, n² is not."""
import math


def exponent(costs):
    """Returns the exponent e for which cost = a·nᵉ fits best, by least squares of the logarithms.

    `costs` has the cost of each count. That of the least one, which is there to be taken off, is
    taken off the others: what a process costs before the first thing does not grow.
    """
    (least, base), *others = sorted(costs.items())
    if len(others) < 2:
        raise ValueError("a slope needs two counts besides the least")
    if free := [count for count, cost in others if cost <= base]:
        raise ValueError(f"{free[0]} cost no more than {least}, so nothing grows")
    return slope([(math.log(count - least), math.log(cost - base)) for count, cost in others])


def slope(points):
    """Returns the slope of the line through `points` that least squares gives."""
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / spread
