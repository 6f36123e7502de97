"""Says which public declarations nobody has described."""
from __future__ import annotations

import os


def undocumented(products, root):
    """Returns a line for each public declaration that has no documentation, by file and line.

    What is inherited counts where the graph shows it, from a protocol or class of ours: a comment
    of another module cannot say what our implementation does. An extension is no declaration.
    """
    ours = {product.name for product in products}
    places = [
        (os.path.relpath(symbol.file, root), symbol.line, product.name, ".".join(symbol.path))
        for product in products
        for symbol in product.symbols.values()
        if not symbol.is_extension and not is_documented(symbol, ours)
    ]
    return [
        f"{file}:{line}: {name} of {product} is not documented"
        for file, line, product, name in sorted(places)
    ]


def is_documented(symbol, ours):
    return bool(symbol.documentation.strip()) and symbol.documented_in in ours


def count(products):
    return sum(
        not symbol.is_extension for product in products for symbol in product.symbols.values()
    )
