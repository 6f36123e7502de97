"""Reads symbol graphs: what Scripts/PublicAPI/symbols writes for each product."""
from __future__ import annotations

import json
import pathlib
import urllib.parse
from dataclasses import dataclass, field

# Every type conforms to these without a word in the source, and which it does differs by compiler.
IMPLIED = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"}
# Modules that nobody names before a type; which of them has it differs by platform.
UNNAMED = {"Swift", "_Concurrency", "Dispatch", "Foundation"}
UNNAMED |= {"FoundationEssentials", "FoundationNetworking"}
# Modules that are no products: what is inherited from them is none of a user's business.
HIDDEN = {"PledgeCore"}
MEMBERSHIPS = {"memberOf", "requirementOf", "optionalRequirementOf"}


class GraphError(Exception):
    """A product has no graphs, or they are not what is asked for."""


@dataclass
class Symbol:
    """A declaration, or a block of extension of a type of another module."""

    identifier: str
    kind: str
    path: tuple[str, ...]
    text: str
    constraints: frozenset[str]
    generics: frozenset[str]
    is_in_extension: bool
    documentation: str
    documented_in: str
    file: str
    line: int

    @property
    def is_extension(self):
        return self.kind == "swift.extension"


@dataclass
class Relationship:
    kind: str
    source: str
    target: str
    constraints: frozenset[str]


@dataclass
class Product:
    """The public declarations of a product, and how they belong together."""

    name: str
    swift: str = ""
    system: str = ""
    symbols: dict[str, Symbol] = field(default_factory=dict)
    relationships: list[Relationship] = field(default_factory=list)

    def parents(self):
        """Returns what each declaration is a member of, by identifiers."""
        parents = {
            each.source: each.target for each in self.relationships if each.kind in MEMBERSHIPS
        }
        # Of a default implementation the graph says what it implements, and no more.
        by_path = {
            each.path: each.identifier for each in self.symbols.values() if not each.is_extension
        }
        for symbol in self.symbols.values():
            if len(symbol.path) > 1 and symbol.identifier not in parents:
                parents[symbol.identifier] = by_path.get(symbol.path[:-1], "")
        return parents


def read(folder, names):
    """Returns the products of these names, each from the graphs in its folder in `folder`."""
    return [product(pathlib.Path(folder) / name, name) for name in sorted(names)]


def product(folder, name):
    # The graph of what it declares, and one for each module of which it extends types.
    files = sorted(folder.glob("*.symbols.json"))
    if folder / f"{name}.symbols.json" not in files:
        raise GraphError(f"there is no symbol graph of {name}; does Scripts/PublicAPI/symbols name it?")
    found = Product(name)
    graphs = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    for graph in graphs:
        found.swift = graph["metadata"]["generator"]
        found.system = graph["module"]["platform"].get("operatingSystem", {}).get("name", "")
        for each in map(symbol, graph["symbols"]):
            # What has no place is the compiler's: the `init(rawValue:)` of an enumeration.
            if each.line:
                found.symbols[each.identifier] = each
    for graph in graphs:
        found.relationships += [relationship(each, found) for each in graph["relationships"]]
    return found


def symbol(entry):
    extension = entry.get("swiftExtension", {})
    documentation = entry.get("docComment", {})
    location = entry.get("location", {"uri": "", "position": {"line": -1}})
    return Symbol(
        identifier=entry["identifier"]["precise"],
        kind=entry["kind"]["identifier"],
        path=tuple(entry["pathComponents"]),
        text=declaration(entry),
        constraints=constraints(extension.get("constraints", [])),
        generics=constraints(entry.get("swiftGenerics", {}).get("constraints", [])),
        is_in_extension="swiftExtension" in entry,
        documentation="\n".join(line["text"] for line in documentation.get("lines", [])),
        documented_in=documentation.get("module", ""),
        file=urllib.parse.unquote(location["uri"]).removeprefix("file://"),
        line=location["position"]["line"] + 1,
    )


def declaration(entry):
    words = "".join(fragment["spelling"] for fragment in entry["declarationFragments"])
    words = " ".join(words.split())
    if entry["accessLevel"] == "open":
        words = f"open {words}"
    return "".join(f"{available(each)} " for each in entry.get("availability", [])) + words


def available(entry):
    """Returns the attribute that an entry of the graph on availability stands for."""
    parts = [entry.get("domain", "*")]
    for word in ("introduced", "deprecated", "obsoleted"):
        if word in entry:
            parts.append(f"{word}: {version(entry[word])}")
    parts += ["deprecated"] * entry.get("isUnconditionallyDeprecated", False)
    parts += ["unavailable"] * entry.get("isUnconditionallyUnavailable", False)
    parts += [f'{word}: "{entry[word]}"' for word in ("renamed", "message") if word in entry]
    return f"@available({', '.join(parts)})"


def version(entry):
    return ".".join(str(entry[part]) for part in ("major", "minor", "patch") if part in entry)


def constraints(entries):
    """Returns constraints as they are written after `where`, without what is always implied."""
    signs = {"conformance": ":", "superclass": ":", "sameType": "=="}
    return frozenset(
        f"{entry['lhs']} {signs[entry['kind']]} {entry['rhs']}"
        for entry in entries
        if entry["rhs"] not in IMPLIED
    )


def relationship(entry, product):
    target = entry["target"]
    if entry["kind"] in ("conformsTo", "inheritsFrom"):
        target = type_name(entry, product)
    return Relationship(
        entry["kind"], entry["source"], target, constraints(entry.get("swiftConstraints", []))
    )


def type_name(entry, product):
    known = product.symbols.get(entry["target"])
    if known:
        return ".".join(known.path)
    module, _, name = entry.get("targetFallback", entry["target"]).partition(".")
    if module in HIDDEN:
        return ""
    return name if module in UNNAMED else f"{module}.{name}"
