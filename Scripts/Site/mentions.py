"""Links products and guides to each other.

The catalog of a product cannot link to the guides, which are not built yet when the product is. The files of
the repository that its text names become links, if the site has a page for them.
"""
import re
import urllib.parse

import guides
from pages import headings, link, main_content, merged, nodes, text

FILE = re.compile(r"(?<![\w/.-])(?:[A-Z]\w*/)*[A-Z]\w*\.md\b")
GUIDES = "documentation/guides"


def add_links(pages):
    for reference in pages.references():
        if reference.get("url", "").startswith(guides.SCHEME):
            reference["url"] = resolved(reference["url"].removeprefix(guides.SCHEME), pages)
    for page in pages.values():
        add_lost_targets(page, pages)
        for part in main_content(page):
            if "inlineContent" in part:
                inlines = merged(part["inlineContent"])
                part["inlineContent"] = [new for old in inlines for new in linked(old, page, pages)]


def add_lost_targets(page, pages):
    """Adds the targets of the links in a summary to `page`, because DocC omits those of other sites."""
    for part in nodes(page.get("abstract") or []):
        identifier = part.get("identifier", "")
        if identifier.startswith(guides.SCHEME) and identifier not in page["references"]:
            url = resolved(identifier.removeprefix(guides.SCHEME), pages)
            target = pages.get(url.partition("#")[0])
            title = target["metadata"]["title"] if target else url
            part.update(link(page, identifier, title, url, title))


def resolved(url, pages):
    """Returns the link to a section whose title follows the number sign in `url`."""
    address, number_sign, title = url.partition("#")
    title = urllib.parse.unquote(title)
    anchors = {one["text"]: one["anchor"] for one in headings(pages.get(address, {}))}
    return f"{address}{number_sign}{anchors.get(title, title)}"


def linked(part, page, pages):
    """Returns the parts of a text with links to the files that it names."""
    result, end = [], 0
    for found in FILE.finditer(part["text"]) if part["type"] == "text" else ():
        name = guides.title(found[0])
        if target := pages.get(f"/{GUIDES}/{name.lower()}"):
            title, identifier = target["metadata"]["title"], target["identifier"]["url"]
            label = link(page, identifier, title, f"/{GUIDES}/{name.lower()}", title)
            result += [text(part["text"][end:found.start()]), label]
            end = found.end()
    return [*result, text(part["text"][end:])] if end else [part]
