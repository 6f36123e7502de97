"""Looks for dead links in the Markdown of the repository, that of DocC's catalogues included.

A link of the web is looked at for its form alone: what checks this need not reach the network. Links
between pages of DocC are DocC's to check.
"""
import functools
import posixpath
import re
import urllib.parse

import markdown
import repository

WEB = re.compile(r"(?:https?://[\w.-]+\.\w+(?::\d+)?(?:[/?#][^\s]*)?|mailto:[^@\s]+@[^@\s]+)$")
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.I)
DOCC = "doc:"


class Links:
    def __init__(self, root):
        self.root = root
        self.files = repository.files(root)
        self.folders = {parent for name in self.files for parent in parents(name)}

    def problems(self):
        for name in self.files:
            if name.endswith(".md"):
                for line, target, missing in self.dead(name):
                    yield f"{name}:{line}: error: {target}: {missing}"
                page = self.page(name)
                for place, problem in page.problems():
                    yield f"{name}:{page.line(place)}: error: {problem}"

    def dead(self, name):
        page = self.page(name)
        for link in page.links():
            if missing := self.missing(name, link):
                yield page.line(link.start), link.target, missing

    @functools.cache
    def page(self, name):
        return markdown.Page((self.root / name).read_text())

    def missing(self, name, link):
        """Says what is not there of what a link leads to, or nothing."""
        target = link.target
        if target.startswith(DOCC):
            inside = repository.is_in_catalogue(name)
            return None if inside else "a link of DocC's, which is read in its catalogues alone"
        if SCHEME.match(target):
            return None if WEB.match(target) else "no address of the web"
        path, _, anchor = urllib.parse.unquote(target).partition("#")
        if path.startswith("/") or not target:
            return "neither a relative path nor an address"
        if link.is_image and repository.is_in_catalogue(name):
            return self.missing_image(name, path)
        place = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
        if place not in self.files and place not in self.folders:
            return f"there is no {place} in the repository"
        if anchor and anchor not in (self.page(place).anchors() if place.endswith(".md") else ()):
            return f"{place} has no heading for #{anchor}"
        return None

    def missing_image(self, name, image):
        catalogue = next(part for part in parents(name) if part.endswith(repository.CATALOGUES))
        wanted = image.rpartition("/")[2]
        for file in self.files:
            stem, dot, suffix = file.rpartition("/")[2].partition(".")
            plain = f"{re.sub(r'(?:~dark|@[123]x)+$', '', stem)}{dot}{suffix}"
            if file.startswith(f"{catalogue}/") and wanted in (plain, plain.partition(".")[0]):
                return None
        return f"there is no image {wanted} in {catalogue}"


def parents(name):
    parts = name.split("/")
    return ["/".join(parts[:depth]) or "." for depth in range(len(parts))]
