"""Reads CHANGELOG.md, and says whether it has followed the public API."""
from __future__ import annotations

import re
from dataclasses import dataclass

UNRELEASED = "Unreleased"
SECTION = re.compile(r"^## \[([^\]]+)\].*$", re.M)
GROUP = re.compile(r"^### (.+)$", re.M)
ENTRY = re.compile(r"^- ", re.M)
MARK = re.compile(r"^<!-- Public API: (\w+) -->$", re.M)
MARKED = "<!-- Public API: {} -->"
STALE = """CHANGELOG.md: the public API is not the one that [{section}] describes.
Say under [{unreleased}] what changed for users, and let that section end with this line:
{mark}"""
EMPTY = "CHANGELOG.md: [{section}] says nothing of the change that its mark {mark} stands for"


@dataclass
class Section:
    name: str
    text: str

    @property
    def mark(self):
        found = MARK.search(self.text)
        return found and found[1]

    def entries(self, *groups):
        """Returns the text of the groups of these names: Added, Changed and so on."""
        return "\n".join(text for name, text in parts(GROUP, self.text) if name.strip() in groups)


def sections(text):
    """Returns the sections of a changelog, the newest first, as they stand there."""
    return [Section(name, body) for name, body in parts(SECTION, text)]


def parts(heading, text):
    found = list(heading.finditer(text))
    ends = [each.start() for each in found[1:]] + [len(text)]
    return [(each[1], text[each.end() : end]) for each, end in zip(found, ends)]


def problem(text, digest):
    """Returns what is wrong if the newest mark is not that of this API.

    The mark is the digest of Documentation/PublicAPI.md. It is changed by hand, so that whoever
    changes the API has the section for it before them. It needs no history: any clone will do.
    """
    found = sections(text)
    marked = next((section for section in found if section.mark), None)
    if marked is None or marked.mark != digest:
        section = marked.name if marked else UNRELEASED
        return STALE.format(section=section, unreleased=UNRELEASED, mark=MARKED.format(digest))
    if not ENTRY.search(marked.text):
        return EMPTY.format(section=marked.name, mark=digest)
    return ""
