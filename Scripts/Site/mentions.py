"""Links the files of the repository that the text of a page names, if the site has a page for them.

The catalog of a product cannot link to the guides, which are not built yet when the product is.
"""
import re

import guides
from pages import link, main_content, merged, text

FILE = re.compile(r"(?<![\w/.-])(?:[A-Z]\w*/)*[A-Z]\w*\.md\b")
GUIDES = "documentation/guides"


def add_links(pages):
    for page in pages.values():
        for part in main_content(page):
            if "inlineContent" in part:
                inlines = merged(part["inlineContent"])
                part["inlineContent"] = [new for old in inlines for new in linked(old, page, pages)]


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
