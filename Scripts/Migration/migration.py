"""What there is to do in a tree: what is rewritten, and what needs a hand."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import hands
import libraries
import manifests
import then
import tree as trees
from libraries import LIBRARIES
from rewriting import Rewritten, Source, rewritten


@dataclass
class Migration:
    tree: trees.Tree
    # Modules that stay, by the wish of the caller or because they are another library's.
    kept: frozenset[str]
    # What becomes of each file that changes.
    changes: dict[str, Rewritten] = field(default_factory=dict)
    # How many files import each of the new modules.
    files: Counter = field(default_factory=Counter)
    # What needs a hand: names, lines, or 0 for the whole file, and reasons.
    hands: list[tuple[str, int, str]] = field(default_factory=list)
    # What is worth knowing, and no more.
    notes: list[tuple[str, int, str]] = field(default_factory=list)

    def __post_init__(self):
        self.manifests = manifests.all_without_comments(self.tree.manifests)
        self.sources = {name: Source(text, self.kept) for name, text in self.tree.swift.items()}
        self.is_then_unknown = False
        if "Then" not in self.kept:
            self.tell_then()
        beside = map(Source, self.tree.beside.values())
        declared = (source.declared for source in (*self.sources.values(), *beside))
        self.types = set().union(*declared)
        self.rewrite()
        self.note()

    def tell_then(self):
        """Keeps a Then that is another library's, and one of which nothing says whose it is."""
        above = map(manifests.all_without_comments, self.tree.above)
        is_ours, place = then.told_by([self.manifests, *above])
        if is_ours is None:
            modules = set().union(*(source.modules for source in self.sources.values()))
            is_ours = place is None and not modules.isdisjoint(then.OUR_MODULES)
            self.is_then_unknown = not is_ours
        elif not is_ours:
            self.notes.append(then.note(*place))
        if not is_ours:
            self.kept |= {"Then"}
        for source in self.sources.values():
            source.kept = self.kept

    def rewrite(self):
        for name, source in self.sources.items():
            result = rewritten(source, self.types)
            if result.text != source.text:
                self.changes[name] = result
            self.files.update(library.module for library in source.libraries)

    def note(self):
        for name, reason in self.tree.unread:
            self.hands.append((name, 0, reason))
        for name in self.tree.links:
            reason = "a link out of the tree, not followed; run this there, too, if that is yours"
            self.notes.append((name, 0, reason))

    def write(self):
        """Writes what is rewritten; what cannot be written needs a hand, and all else goes on."""
        for name, result in list(self.changes.items()):
            try:
                trees.write(self.tree, name, result.text)
                self.sources[name] = Source(result.text, self.kept)
            except OSError as error:
                del self.changes[name]
                remedy = "make it writable, and its folder, and run this again"
                self.hands.append((name, 0, f"not written: {error.strerror}; {remedy}"))

    def look(self):
        """Finds what needs a hand, at the lines that it now has."""
        objective_c = [
            (name, library, line, reason)
            for name, text in self.tree.objective_c.items()
            for library, line, reason in hands.in_objective_c(text)
            if not self.keeps(library)
        ]
        found = {library for _, library, _, _ in objective_c}
        found.update(*(source.libraries for source in self.sources.values()))
        for name, source in self.sources.items():
            here = hands.in_swift(source, self.types, found)
            self.hands += [(name, line, reason) for line, reason in dict.fromkeys(here)]
            if self.is_then_unknown:
                lines = [source.line(old.at) for old in source.imports if old.module == "Then"]
                self.hands += [(name, line, then.UNKNOWN) for line in lines]
        self.hands += [(name, line, reason) for name, _, line, reason in objective_c]
        for name, text in self.manifests.items():
            for line, library, reason in manifests.entries(name, text, self.kept):
                if not self.keeps(library):
                    self.hands.append((name, line, reason))
        self.hands.sort()

    def keeps(self, library):
        return self.kept.issuperset(library.modules)


def of(path, excepted=()):
    """Returns the migration of the tree at `path`, without the libraries that are excepted."""
    kept = (library.modules for library in LIBRARIES if library.name in excepted)
    return Migration(trees.read(path), frozenset().union(*kept))


def modules_in_order(files):
    return [module for module in libraries.NEW if files[module]]
