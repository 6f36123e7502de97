"""Says what a migration does, and what it leaves to do."""
from __future__ import annotations

import difflib
import re
from collections import Counter

import migration
from libraries import DEPENDENCY, PRODUCT

LINES = re.compile(r"[^\n]*\n|[^\n]+")
NO_NEWLINE = "\n\\ No newline at end of file\n"
KINDS = {"import": "import", "condition": "condition", "name": "qualified name"}


def diff(plan):
    """Returns the changes as `patch -p1` takes them in the root of the tree."""
    parts = []
    for name, result in plan.changes.items():
        before, after = LINES.findall(plan.tree.swift[name]), LINES.findall(result.text)
        # The patch of Unix takes a name for ended at a blank, unless a tab ends it.
        tab = "\t" if re.search(r"\s", name) else ""
        for line in difflib.unified_diff(before, after, f"a/{name}{tab}", f"b/{name}{tab}"):
            parts.append(line if line.endswith("\n") else line + NO_NEWLINE)
    return "".join(parts)


def summary(plan, is_written):
    paragraphs = [
        changes(plan, is_written),
        products(plan),
        listed(plan, "Worth knowing:", plan.notes),
        listed(plan, "By hand:", plan.hands),
        conclusion(plan, is_written),
    ]
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph) + "\n"


def changes(plan, is_written):
    count = len(plan.changes)
    if count == 0:
        return "There is nothing to rewrite."
    verb = "rewritten" if is_written else "to rewrite"
    counts = sum((result.counts for result in plan.changes.values()), Counter())
    kinds = [counted(counts[kind], word) for kind, word in KINDS.items() if counts[kind]]
    return f"{counted(count, 'file')} {verb}: {', '.join(kinds)}"


def counted(count, word):
    return f"{count} {word}" + "s" * (count != 1)


def products(plan):
    modules = migration.modules_in_order(plan.files)
    if not modules:
        return ""
    lines = [PRODUCT.format(module) for module in modules]
    width = max(map(len, lines))
    uses = [
        f"  {line:{width}}  // {counted(plan.files[module], 'file')}"
        for line, module in zip(lines, modules)
    ]
    head = ["In Package.swift:", f"  {DEPENDENCY}", "  // and, for the targets that use it:"]
    return "\n".join([*head, *uses])


def listed(plan, headline, places):
    if not places:
        return ""
    return "\n".join([headline, *(f"{place(plan, *at)}: {reason}" for *at, reason in places)])


def place(plan, name, line):
    shown = plan.tree.shown(name)
    return f"{shown}:{line}" if line else shown


def conclusion(plan, is_written):
    left = counted(len(plan.hands), "place")
    hands = f"{left} to see to by hand" if plan.hands else "Nothing is left to do by hand"
    dry = "" if is_written or not plan.changes else "; nothing is written without --write"
    return f"{hands}{dry}."
