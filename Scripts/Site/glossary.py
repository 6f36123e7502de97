"""Links the first use of each term of the glossary on each page."""
import re

from pages import headings, is_symbol, link, main_content, replace_text

GLOSSARY = "/documentation/guides/glossary"
IDENTIFIER = "doc://Guides/documentation/Guides/Glossary"
# Terms whose meaning differs from that of the words outside this library, and their forms. A longer term
# precedes a part of it.
TERMS = {
    "Broken promise": "broken promises?",
    "Unhandled rejection": "unhandled rejections?",
    "Discard block": "discard blocks?",
    "Lazy promise": "lazy promises?",
    "Consumer": "consumers?",
    "Detach": "detach(?:es|ed|ing)?",
    "Discard": "discard(?:s|ed|ing)?",
    "Future": "futures?",
    "Hop": "hops?",
    "Producer": "producers?",
    "Promise": "promises?",
    "Settled": "settle[sd]?",
    "Stage": "stages?",
}
# On the pages of symbols, almost every sentence has one of these words, as the name of a type.
TYPES = ("Future", "Promise")
PATTERN = re.compile(rf"(?<![\w./-])(?:{'|'.join(f'({forms})' for forms in TERMS.values())})(?![\w/-])", re.I)


def add_links(pages):
    """Links the terms on all pages, and returns the terms that the glossary does not define."""
    anchors = {heading["text"]: heading["anchor"] for heading in headings(pages.get(GLOSSARY, {}))}
    for address, page in pages.items() if anchors else ():
        if address != GLOSSARY:
            Terms(page, anchors).link_first_uses()
    return [f"{GLOSSARY}: error: define {term}" for term in TERMS if anchors and term not in anchors]


class Terms:
    """The terms that a page does not link yet."""

    def __init__(self, page, anchors):
        self.page, self.anchors = page, anchors
        self.left = {term for term in TERMS if f"{IDENTIFIER}#{anchors.get(term)}" not in page["references"]}
        self.left -= {*(TYPES if is_symbol(page) else ()), *(TERMS.keys() - anchors.keys())}

    def link_first_uses(self):
        captions = [id(part) for node in main_content(self.page) if node.get("type") == "table"
                    for part in cells(node["rows"][0]) if node["header"] != "none"]
        replace_text(self.page, PATTERN, self.linked, without=captions)

    def linked(self, found):
        """Returns a link to the found term, or nothing if the page has one."""
        term = list(TERMS)[found.lastindex - 1]
        if term not in self.left:
            return []
        self.left.remove(term)
        identifier, url = (f"{place}#{self.anchors[term]}" for place in (IDENTIFIER, GLOSSARY))
        return [link(self.page, identifier, term, url, found[0])]


def cells(row):
    """Returns the paragraphs in a row of a table."""
    return [paragraph for cell in row for paragraph in cell]
