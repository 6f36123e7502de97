"""Reads Markdown: its links, its headings, and what a renderer would drop."""
import dataclasses
import functools
import re

from markdown_it import MarkdownIt

# What pages may contain of HTML. Anything else that looks like a tag is a type outside of code.
TAGS = {"a", "b", "br", "code", "details", "div", "em", "i", "img", "kbd", "p", "picture", "source", "sub", "summary", "sup"}
TAG = re.compile(r"<!--.*?-->|</?([A-Za-z][\w-]*)[^<>]*>", re.S)
HTML_LINK = re.compile(r"<(a|img)\s[^<>]*?\b(?:href|src)\s*=\s*[\"']?([^\"'\s>]*)", re.I)
# What is left of a link to a reference that is not defined.
UNDEFINED = re.compile(r"\]\[([^\[\]]*)\]")
# <https://…>, and what DocC adds to Markdown: <doc:Page>.
RULES = ("link", "image", "autolink", "html_inline")


@dataclasses.dataclass(frozen=True)
class Link:
    start: int
    end: int
    text: str
    target: str
    is_image: bool = False
    is_html: bool = False


def parser():
    made = MarkdownIt("commonmark").enable("table")
    made.normalizeLink = lambda target: target
    made.validateLink = lambda target: True
    for name in RULES:
        rule = next(rule for rule in made.inline.ruler.__rules__ if rule.name == name)
        made.inline.ruler.at(name, functools.partial(placed, rule.fn))
    return made


def placed(rule, state, silent):
    """Applies a rule for something inline, and notes in its first token where that is."""
    start, count = state.pos, len(state.tokens)
    found = rule(state, silent)
    if found and not silent:
        # Text that was pending is flushed into a token of its own before it.
        token = next(t for t in state.tokens[count:] if t.type in ("link_open", "image", "html_inline"))
        token.meta = {"start": start, "end": state.pos}
    return found


PARSER = parser()


class Page:
    """One file of Markdown."""

    def __init__(self, text):
        self.text = text
        self.starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self.tokens = PARSER.parse(text)

    def line(self, offset):
        return self.text.count("\n", 0, offset) + 1

    def inlines(self):
        """Yields each inline token, with the function from places in it to places in the page."""
        last_line, last = -1, 0
        for token in self.tokens:
            if token.type == "inline":
                # The cells of a row are on one line, one after the other.
                first = token.map[0]
                begin = max(self.starts[first], last if first == last_line else 0)
                places, search = [], begin
                for part in token.content.split("\n"):
                    place = self.text.find(part.strip(), search)
                    places.append((max(place, search), part))
                    search = max(place, search) + len(part.strip())
                last_line, last = first, search
                yield token, functools.partial(offset, places)

    def links(self):
        for token, place in self.inlines():
            for index, child in enumerate(token.children):
                if child.type in ("link_open", "image"):
                    start, end = place(child.meta["start"]), place(child.meta["end"])
                    whole = self.text[start:end]
                    target = child.attrs.get("href", child.attrs.get("src"))
                    yield Link(start, end, label(whole), target, is_image=child.type == "image")
                elif child.type == "html_inline":
                    yield from html_links(child.content, place(child.meta["start"]))
        for token in self.tokens:
            if token.type == "html_block":
                yield from html_links(token.content, self.starts[token.map[0]])

    def problems(self):
        """Yields the offset of each thing that a renderer would drop, and what is wrong with it."""
        for token, place in self.inlines():
            for child in token.children:
                if child.type == "html_inline" and (tag := unknown_tag(child.content)):
                    yield place(child.meta["start"]), f"<{tag}> is dropped outside of code"
                elif child.type == "text" and (found := UNDEFINED.search(child.content)):
                    yield self.text.find(found[0], place(0)), f"there is no reference {found[1]}"
        for token in self.tokens:
            if token.type == "html_block" and (tag := unknown_tag(token.content)):
                yield self.starts[token.map[0]], f"<{tag}> is dropped outside of code"

    def titles(self):
        """Yields the offset of the marks of each heading, its level, and its text as it is written."""
        for opening, inline in zip(self.tokens, self.tokens[1:]):
            if opening.type == "heading_open":
                yield self.starts[opening.map[0]], int(opening.tag[1]), inline.content

    def headings(self):
        return (text for _, _, text in self.titles())

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


def offset(places, position):
    for place, part in places:
        if position <= len(part):
            return place + position - (len(part) - len(part.lstrip()))
        position -= len(part) + 1
    return places[-1][0]


def label(whole):
    """The text of a link as it is written, up to the bracket that ends it; an automatic one has none."""
    depth = 0
    for index, character in enumerate(whole):
        depth += {"[": 1, "]": -1}.get(character, 0)
        if character == "]" and depth == 0:
            return whole[whole.index("[") + 1 : index]
    return ""


def html_links(html, start):
    for found in HTML_LINK.finditer(html):
        is_image = found[1].lower() == "img"
        yield Link(start + found.start(), start + found.end(), "", found[2], is_image, is_html=True)


def unknown_tag(html):
    names = (found[1] for found in TAG.finditer(html))
    return next((name for name in names if name and name not in TAGS), None)


def slug(heading):
    """What GitHub makes of a heading: lowercase, no punctuation, a hyphen for each space."""
    return re.sub(r"[^\w\- ]", "", plain(heading).lower()).replace(" ", "-")


def fragment(heading):
    """What DocC makes of it: no punctuation, one hyphen for spaces and dashes in a row."""
    return re.sub(r"[\s–—-]+", "-", re.sub(r"[^\w\s–—+=<>|^$~-]", "", plain(heading)).strip())


def plain(heading):
    """The heading as it is read: links are their text."""
    return re.sub(r"!?\[([^\[\]]*)\]\([^()\s]*\)", r"\1", heading)
