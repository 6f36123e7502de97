"""Finds dead links and types that renderers drop in the Markdown files of the repository.

Links to the web are not followed, except to files of this repository. DocC itself checks its links and the images of its
catalogs.
"""
import collections
import functools
import html.parser
import pathlib
import posixpath
import re
import subprocess
import sys
import urllib.parse

from markdown_it import MarkdownIt

PARSER = MarkdownIt("commonmark").enable("table")
# By default, the parser encodes targets, and ignores links whose scheme it considers unsafe.
PARSER.normalizeLink = lambda target: target
PARSER.validateLink = lambda target: True
# The HTML that pages may contain. Anything else that looks like a tag is a type outside code.
TAGS = {"a", "b", "br", "code", "details", "div", "em", "i", "img", "kbd", "p", "picture", "source", "sub",
        "summary", "sup"}
# A file of this repository on the web: the only link from a catalog to a guide that works in DocC and on the forge.
FILE = re.compile(r"https://github\.com/[\w.-]+/pledge/blob/main/")
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.I)
# An undefined reference link stays in the text.
UNDEFINED = re.compile(r"\]\[[^\[\]]+\]")


def files(root):
    """Returns the names of all files that are tracked by git or could be added to it."""
    command = ["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return sorted(name for name in listing.split("\0") if (root / name).is_file())


def is_in_catalog(name):
    return ".docc/" in name


def targets(tokens):
    """Yields the target of each Markdown link and image."""
    for token in tokens:
        yield from (token.attrs[key] for key in ("href", "src") if key in token.attrs)


class Tags(html.parser.HTMLParser):
    """Collects the targets and the unknown tags of HTML inside Markdown."""

    def __init__(self, text):
        super().__init__()
        self.targets, self.unknown = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.targets += [value for key, value in attributes if key in ("href", "src") and value]
        if tag not in TAGS:
            self.unknown.append(self.get_starttag_text())


def headings(text):
    """Returns the anchors that GitHub gives to headings."""
    found, seen, tokens = set(), collections.Counter(), PARSER.parse(text)
    for opening, inline in zip(tokens, tokens[1:]):
        if opening.type == "heading_open":
            parts = (child.content for child in inline.children if child.type in ("text", "code_inline"))
            heading = "".join(parts)
            slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
            seen[slug] += 1
    return found


def problems(root):
    """Yields each dead link and each dropped type, as FILE:LINE: error: MESSAGE."""
    names = files(root)
    existing = {str(parent) for name in names for parent in pathlib.PurePosixPath(name).parents} | {*names}

    @functools.lru_cache(maxsize=None)
    def anchors(name):
        return headings((root / name).read_text()) if name.endswith(".md") else ()

    def dead(name, target):
        """Returns the problem with a link, or `None`."""
        if target.startswith("doc:") and not is_in_catalog(name):
            return f"{target} is a link only in DocC catalogs"
        if is_in_catalog(name) and not SCHEME.match(target):
            return f"{target} is no link for DocC: write doc:, or the address of the file on the web"
        folder = "" if FILE.match(target) else posixpath.dirname(name)
        target = FILE.sub("", target)
        path, _, anchor = urllib.parse.unquote(target).partition("#")
        place = posixpath.normpath(posixpath.join(folder, path)) if path else name
        if SCHEME.match(target) or place in existing and (not anchor or anchor in anchors(place)):
            return None
        return f"{place} has no heading #{anchor}" if place in existing else f"{place} does not exist"

    for name in (name for name in names if name.endswith(".md")):
        for line, target, problem in findings((root / name).read_text(), not is_in_catalog(name)):
            if problem := problem or dead(name, target):
                yield f"{name}:{line}: error: {problem}"


def findings(text, with_images):
    """Yields each link and each text that a renderer drops: the line, the target, and a known problem."""
    for block in (block for block in PARSER.parse(text) if block.map):
        line = block.map[0] + 1
        for token in [block, *(block.children or [])]:
            line += token.type in ("softbreak", "hardbreak")
            tags = Tags(token.content if token.type in ("html_inline", "html_block") else "")
            for target in [*targets([token] if with_images or token.type != "image" else []), *tags.targets]:
                yield line, target, None
            for tag in tags.unknown:
                yield line, "", f"{tag} disappears from the rendered page; put it in backquotes"
            if token.type == "text" and (undefined := UNDEFINED.search(token.content)):
                yield line, "", f"{undefined[0][1:]} is not a defined reference"


if __name__ == "__main__":
    found = list(problems(pathlib.Path(__file__).resolve().parents[2]))
    print("\n".join(found) or "No link is dead.")
    sys.exit(bool(found))
