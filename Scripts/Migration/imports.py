"""Finds the imports of a Swift file, and which of them say the same."""
from __future__ import annotations

import re
from dataclasses import dataclass

import scanner

ACCESS = ("private", "fileprivate", "internal", "package", "public")
# With one of these, an import shows less than without.
LESS = {"@_implementationOnly", "@_spiOnly"}
# How far before an import its first attribute may be.
REACH = 1000
MODIFIERS = re.compile(
    r"(?:(?<![\w.`#$@])(?:@\w+(?:[ \t]*\([^()]*\))?|" + "|".join(ACCESS) + r")\s+)+\Z"
)
IMPORT = re.compile(
    r"(?<![\w.`#$@])import\s+(?:(?P<kind>typealias|struct|class|enum|protocol|let|var|func)\s+)?"
    r"`?(?P<module>\w+)`?(?P<path>(?:[ \t]*\.[ \t]*`?\w+`?)*)"
)
MODIFIER = re.compile(r"@?\w+(?:[ \t]*\([^()]*\))?")
BEHIND = re.compile(r"[ \t]*;?[ \t]*")
LINE_END = re.compile(r"\r\n|[\r\n]|\Z")
DIRECTIVE = re.compile(r"#[ \t]*(if|elseif|else|endif)\b")


@dataclass(frozen=True)
class Import:
    start: int
    end: int
    # Where the name of the module is, and what it is.
    at: int
    module: str
    # The one declaration that is imported, with its kind, if not the whole module.
    declaration: tuple[str, ...]
    attributes: frozenset[str]
    access: str
    # The branches of conditions that it stands in, from the outermost.
    region: tuple[tuple[int, int], ...]

    def covers(self, other):
        """Whether `other` adds nothing to this one."""
        return (
            self.module == other.module
            and self.declaration == other.declaration
            and self.attributes >= other.attributes
            and self.attributes & LESS == other.attributes & LESS
            and self.region == other.region[: len(self.region)]
            and (self.access == other.access or least(self) >= most(other))
        )


def least(statement):
    """How much access an import gives at least; without a word, that depends on the settings."""
    return ACCESS.index(statement.access or "internal")


def most(statement):
    return ACCESS.index(statement.access or "public")


def imports(code):
    """Yields every import in what `scanner.code` returned."""
    limits = list(regions(code))
    for found in IMPORT.finditer(code):
        begin = max(0, found.start() - REACH)
        before = MODIFIERS.search(code, begin, found.start())
        modifiers = MODIFIER.findall(before[0]) if before else []
        path = re.sub(r"[\s`]", "", found["path"]).strip(".")
        yield Import(
            start=before.start() if before else found.start(),
            end=found.end(),
            at=found.start("module"),
            module=found["module"],
            declaration=(found["kind"] or "", path) if path else (),
            attributes=frozenset(word for word in modifiers if word not in ACCESS),
            access=next((word for word in modifiers if word in ACCESS), ""),
            region=next((region for at, region in reversed(limits) if at < found.start()), ()),
        )


def regions(code):
    """Yields where each branch of a condition begins, or ends, and what one is in from there."""
    stack = []
    for number, directive in enumerate(DIRECTIVE.finditer(code)):
        if directive[1] == "if":
            stack.append((number, 0))
        elif stack and directive[1] == "endif":
            stack.pop()
        elif stack:
            stack[-1] = (stack[-1][0], stack[-1][1] + 1)
        yield directive.start(), tuple(stack)


def spare(text, before, after):
    """Returns which imports of a rewritten file add nothing to the others.

    `before` and `after` are the imports with their old modules and the new ones; only one that was
    rewritten is spare, and none with a comment in it. Of two that say the same, the first stays.
    """
    kept = list(after)
    for old, new in reversed(list(zip(before, after))):
        if old.module != new.module and not has_comment(text, old):
            if any(other.covers(new) for other in kept if other is not new):
                kept.remove(new)
                yield new


def has_comment(text, statement):
    said = text[statement.start : statement.end]
    return scanner.without_comments(said) != said


def without(text, statement):
    """Returns the part of a text to take out with an import: its line, unless more is on that."""
    start, end = statement.start, statement.end
    line_start = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    before = text[line_start:start]
    if before.rstrip().endswith(";"):
        return line_start + len(before.rstrip()) - 1, end
    end = BEHIND.match(text, end).end()
    line_end = LINE_END.search(text, end)
    if before.strip() or text[end : line_end.start()].strip():
        return start, end
    return line_start, line_end.end()
