"""Turns "(spec 11.6)" into links to the specification.

Summaries, which are also shown in lists and on the pages of other symbols, are shown without clauses: a
callout below the text of the page links them.
"""
import re

from pages import headings, is_symbol, link, merged, replace_text, text

SPECIFICATION = "/documentation/guides/specification"
IDENTIFIER = "doc://Guides/documentation/Guides/SPECIFICATION"
CLAUSE = r"\d+(?:\.\d+)*"
MENTION = re.compile(rf"(\s*)\(spec ({CLAUSE}(?:, {CLAUSE})*)\)")


def add_links(pages):
    """Links the clauses on all pages, and returns the mentions of clauses that do not exist."""
    sections = {
        heading["text"].split()[0]: heading
        for heading in headings(pages.get(SPECIFICATION, {})) if heading["text"][0].isdigit()
    }
    return [problem for address, page in pages.items() if is_symbol(page)
            for problem in Clauses(page, sections).problems(address)]


class Clauses:
    """The clauses that a page mentions."""

    def __init__(self, page, sections):
        self.page, self.sections, self.unknown = page, sections, []

    def problems(self, address):
        """Links the clauses on the page, and returns a problem for each that does not exist."""
        summary = self.removed(self.page.get("abstract", []))
        for reference in self.page["references"].values():
            self.removed(reference.get("abstract", []))
        replace_text(self.page, MENTION, self.linked)
        if summary:
            self.add_callout(summary)
        return [f"{address}: error: the specification has no clause {clause}" for clause in self.unknown]

    def removed(self, inlines):
        """Removes the mentions from `inlines` and returns their clauses."""
        inlines[:] = merged(inlines)
        clauses = []
        for part in inlines:
            if part["type"] == "text":
                clauses += [one for found in MENTION.findall(part["text"]) for one in found[1].split(", ")]
                part["text"] = MENTION.sub("", part["text"])
        return clauses

    def linked(self, mention):
        """Returns `mention` with a link for each clause."""
        return [text(f"{mention[1]}("), *self.links(mention[2].split(", ")), text(")")]

    def links(self, clauses):
        """Returns the links to `clauses`, separated by commas."""
        return [part for clause in clauses for part in (text(", "), self.link(clause))][1:]

    def link(self, clause):
        """Returns a link to the section of a clause, the closest heading above it."""
        section = clause
        while section and section not in self.sections:
            section = section.rpartition(".")[0]
        if not section:
            self.unknown.append(clause)
            return text(clause)
        heading = self.sections[section]
        identifier, url = (f"{place}#{heading['anchor']}" for place in (IDENTIFIER, SPECIFICATION))
        return link(self.page, identifier, heading["text"], url, f"clause {clause}")

    def add_callout(self, clauses):
        """Appends a callout with links to `clauses` to the discussion of the page."""
        paragraph = {"type": "paragraph", "inlineContent": self.links(clauses)}
        callout = {"type": "aside", "style": "note", "name": "Specification", "content": [paragraph]}
        sections = self.page.setdefault("primaryContentSections", [])
        for section in sections:
            titles = [part.get("text") for part in section.get("content", ()) if part["type"] == "heading"]
            if titles[:1] in (["Overview"], ["Discussion"]):
                section["content"].append(callout)
                return
        heading = {"type": "heading", "level": 2, "anchor": "discussion", "text": "Discussion"}
        sections.append({"kind": "content", "content": [heading, callout]})
