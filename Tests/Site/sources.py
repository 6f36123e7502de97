"""Returns the words of the sources of the site's pages."""
import re
import sys

from browsing import ROOT, data
from inspection import split

sys.path.insert(0, str(ROOT / "Scripts/Site"))
import guides
import links

COMMENT = re.compile(r"<!--.*?-->", re.S)
# What DocC replaces or interprets: directives, and everything from the list of topics on.
DIRECTIVE = re.compile(r"^@\w+.*?^\}\n", re.S | re.M)
TOPICS = re.compile(r"^## Topics$.*", re.S | re.M)


def pages():
    """Returns the address of each page that is written in Markdown, with the name of its file."""
    # DocC ignores hidden folders.
    names = [name for name in links.files(ROOT) if name.endswith(".md") and not name.startswith(".")]
    found = {}
    for name in names:
        if not links.is_in_catalog(name):
            found[f"documentation/guides/{guides.title(name).lower()}"] = name
        elif "/Articles/" in name or name.endswith("FindingRaces.md"):
            product = re.search(r"(\w+)\.docc/", name)[1]
            found[f"documentation/{product}/{name.split('/')[-1].removesuffix('.md')}".lower()] = name
    return found


def words(name):
    """Returns the words of a Markdown file that its page shows."""
    source = COMMENT.sub("", (ROOT / name).read_text())
    if links.is_in_catalog(name):
        source = TOPICS.sub("", DIRECTIVE.sub("", source))
    return [word for text in texts(links.PARSER.parse(source)) for word in split(text)]


def texts(tokens):
    """Yields the text of each block."""
    for token in tokens:
        if token.type in ("fence", "code_block"):
            yield token.content
        elif token.type == "inline":
            yield "".join(parts(token.children))


def parts(tokens):
    """Yields the texts in a paragraph, except those that DocC replaces with the title of a page."""
    is_link_to_page = False
    for token in tokens:
        if token.type in ("link_open", "link_close"):
            is_link_to_page = token.type == "link_open" and token.attrs["href"].startswith("doc:")
        elif token.type == "text" and not is_link_to_page:
            yield token.content
        elif token.type == "code_inline":
            yield token.content if token.markup == "`" else " "
        elif token.type in ("softbreak", "hardbreak", "html_inline"):
            yield " "


def shown_words(address):
    """Returns the words in the data of a symbol's page: its summary and its text."""
    page = data(address)
    return [word for part in strings([page.get("abstract"), page.get("primaryContentSections")]) for word in split(part)]


def strings(node):
    """Yields the texts and the code in the data of a page."""
    if isinstance(node, dict):
        yield from (node[key] for key in ("text", "code") if isinstance(node.get(key), str))
        for key, part in node.items():
            if key in ("inlineContent", "content", "parameters", "items", "rows", "code"):
                yield from strings(part)
    elif isinstance(node, list):
        for part in node:
            yield from [part] if isinstance(part, str) else strings(part)
