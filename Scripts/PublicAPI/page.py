"""Writes the public declarations of all products as a page of text."""
from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field

from graphs import IMPLIED

HEAD = """# The public API

What each product declares in public, as {swift} prints it on Linux: what is written for other
platforms alone is not here. The products behind traits are shown with these on. Written by
`Scripts/api --write`, and checked by `Scripts/api`; what changed from one version to the next is in
[CHANGELOG.md](../CHANGELOG.md).
"""
VERSION = re.compile(r"Swift(?: version)? (\d+\.\d+)")
TITLE = re.compile(r"^## ", re.M)


@dataclass
class Block:
    """A line, and what belongs beneath it."""

    name: str
    head: str
    conformances: set[str] = field(default_factory=set)
    superclass: str = ""
    members: list[Block] = field(default_factory=list)

    @property
    def order(self):
        return self.name, self.head.startswith("extension "), self.head

    @property
    def line(self):
        # A protocol's own line says what it refines.
        if re.search(r"\bprotocol ", self.head):
            return self.head
        inherited = [self.superclass] * bool(self.superclass) + sorted(self.conformances)
        if not inherited:
            return self.head
        head, where, requirements = self.head.partition(" where ")
        return f"{head} : {', '.join(inherited)}{where}{requirements}"

    def lines(self, indent=""):
        yield indent + self.line
        for member in sorted(self.members, key=lambda each: each.order):
            yield from member.lines(indent + "  ")


class Outline:
    """The declarations of one product, nested as they belong."""

    def __init__(self, product, names):
        self.product = product
        self.names = names
        self.blocks = {}
        self.top = {}
        for symbol in product.symbols.values():
            if not symbol.is_extension:
                self.blocks[symbol.identifier] = Block(symbol.path[-1], symbol.text)
        for symbol in product.symbols.values():
            if symbol.is_extension:
                self.blocks[symbol.identifier] = self.extension(symbol.path, "", symbol.text)
        self.nest()
        self.inherit()

    def lines(self):
        for block in sorted(self.top.values(), key=lambda each: each.order):
            yield from block.lines()

    def extension(self, path, where, text=None):
        """Returns the one block for extensions of this type with these requirements."""
        name = ".".join(path)
        head = text or f"extension {name}{where}"
        return self.top.setdefault(head, Block(name, head))

    def nest(self):
        parents = self.product.parents()
        for identifier, symbol in self.product.symbols.items():
            if symbol.is_extension:
                continue
            parent = self.product.symbols.get(parents.get(identifier, ""))
            if parent is None:
                self.top[identifier] = self.blocks[identifier]
            else:
                self.place(symbol, parent).members.append(self.blocks[identifier])

    def place(self, symbol, parent):
        """Returns the block that a member stands in: its type's, or that of an extension."""
        if parent.is_extension:
            return self.blocks[parent.identifier]
        where = self.where(symbol.constraints, parent)
        is_no_requirement = parent.kind == "swift.protocol" and symbol.is_in_extension
        if where or is_no_requirement:
            return self.extension(parent.path, where)
        return self.blocks[parent.identifier]

    def where(self, constraints, parent):
        """Returns what an extension asks for beyond what its type does."""
        own = constraints - parent.generics - {f"Self : {parent.path[-1]}"}
        return f" where {', '.join(sorted(own))}" if own else ""

    def inherit(self):
        for each in self.product.relationships:
            if each.kind not in ("conformsTo", "inheritsFrom") or not each.target:
                continue
            symbol = self.product.symbols.get(each.source)
            if symbol is None or each.target in IMPLIED or not self.is_said(symbol, each.target):
                continue
            block = self.blocks[each.source]
            if each.kind == "inheritsFrom":
                block.superclass = each.target
                continue
            where = "" if symbol.is_extension else self.where(each.constraints, symbol)
            if where:
                block = self.extension(symbol.path, where)
            block.conformances.add(each.target)

    def is_said(self, symbol, name):
        """Says whether a conformance is ours: of a type of another module, the graph has all."""
        return not symbol.is_extension or name.split(".")[-1] in self.names


def written(products):
    """Returns the whole page."""
    names = {
        symbol.path[-1]
        for product in products
        for symbol in product.symbols.values()
        if symbol.kind == "swift.protocol"
    }
    sections = [section(product, names) for product in products]
    return "\n".join([HEAD.format(swift=f"Swift {version(products[0].swift)}"), *sections])


def section(product, names):
    lines = Outline(product, names).lines()
    return "\n".join([f"## {product.name}", "", "```swift", *lines, "```", ""])


def is_linux(products):
    return all(product.system == "linux" for product in products)


def version(text):
    """Returns the version of the compiler that a page or the generator of a graph names."""
    found = VERSION.search(text)
    return found[1] if found else ""


def digest(page):
    """Returns what stands for the declarations of a page, and for nothing else on it."""
    first = TITLE.search(page)
    declarations = page[first.start() :] if first else ""
    return hashlib.sha256(declarations.encode()).hexdigest()[:12]
