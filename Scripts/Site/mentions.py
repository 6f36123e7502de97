"""Links products and guides to each other.

The catalog of a product cannot link to the guides, which are not built yet when the product is. The files of
the repository that its text names become links, if the site has a page for them.
"""
import re
import urllib.parse

import guides
from pages import headings, link, nodes, replace_text

FILE = re.compile(r"(?<![\w/.-])(?:[A-Z]\w*/)*[A-Z]\w*\.md\b")
GUIDES = "documentation/guides"


def add_links(pages):
    for reference in pages.references():
        if reference.get("url", "").startswith(guides.SCHEME):
            reference["url"] = resolved(reference["url"].removeprefix(guides.SCHEME), pages)
    for page in pages.values():
        add_lost_targets(page, pages)
        replace_text(page, FILE, lambda found: linked(found[0], page, pages))


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


def linked(file, page, pages):
    """Returns a link to the page of a file, or nothing if the site has none."""
    url = f"/{GUIDES}/{guides.title(file).lower()}"
    if url not in pages:
        return []
    title, identifier = pages[url]["metadata"]["title"], pages[url]["identifier"]["url"]
    return [link(page, identifier, title, url, title)]
