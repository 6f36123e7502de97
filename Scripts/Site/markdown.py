"""Reads Markdown: its links, and the headings that a link may lead to."""
import dataclasses
import re

# What looks like a link in code is none. A fence may be indented, in a list.
CODE = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,}|~{3,})[^\n]*\n.*?^ *(?P=fence)[`~]*[ ]*$"
    r"|(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n\s*\n).)+?(?<!`)(?P=ticks)(?!`)"
    r"|<!--.*?-->",
    re.M | re.S,
)
LINK = re.compile(
    r"(?P<bang>!?)\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]"
    r"\((?P<target>(?:[^()\s]|\([^()\s]*\))*)(?:\s+\"[^\"]*\")?\)"
)
# <https://…>, and what DocC adds to Markdown: <doc:Page>.
AUTOMATIC = re.compile(r"<(?P<target>[a-z][a-z0-9+.-]*:[^<>\s]*)>")
HEADING = re.compile(r"^(?P<marks>#{1,6}) +(?P<text>.+?) *#*$", re.M)


@dataclasses.dataclass(frozen=True)
class Link:
    start: int
    end: int
    text: str
    target: str
    is_image: bool = False


class Page:
    """One file of Markdown."""

    def __init__(self, text):
        self.text = text
        # As long as the text, so that places are the same.
        self.prose = CODE.sub(lambda code: re.sub(r"[^\n]", "\0", code[0]), text)

    def line(self, offset):
        return self.text.count("\n", 0, offset) + 1

    def links(self):
        for found in LINK.finditer(self.prose):
            text = self.text[slice(*found.span("text"))]
            yield Link(*found.span(), text, found["target"], is_image=bool(found["bang"]))
        for found in AUTOMATIC.finditer(self.prose):
            yield Link(*found.span(), "", found["target"])

    def headings(self):
        """Yields the text of each heading as it is written."""
        for found in HEADING.finditer(self.prose):
            yield self.text[slice(*found.span("text"))]

    def title(self):
        return next(self.headings(), "")

    def anchors(self):
        """Returns the text of each heading, by the anchor that GitHub gives to it."""
        anchors, seen = {}, {}
        for heading in self.headings():
            anchor = slug(heading)
            seen[anchor] = seen.get(anchor, -1) + 1
            anchors[f"{anchor}-{seen[anchor]}" if seen[anchor] else anchor] = heading
        return anchors


def slug(heading):
    """What GitHub makes of a heading: lowercase, no punctuation, a hyphen for each space."""
    return re.sub(r"[^\w\- ]", "", plain(heading).lower()).replace(" ", "-")


def fragment(heading):
    """What DocC makes of it: no punctuation, one hyphen for spaces and dashes in a row."""
    return re.sub(r"[\s–—-]+", "-", re.sub(r"[^\w\s–—+=<>|^$~-]", "", plain(heading)).strip())


def plain(heading):
    """The heading as it is read: links are their text."""
    return re.sub(r"!?\[([^\[\]]*)\]\([^()\s]*\)", r"\1", heading)
