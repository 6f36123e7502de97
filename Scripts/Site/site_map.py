"""Looks for dead links in the site that DocC has built, in what its pages are rendered from."""
import json
import re
import urllib.parse

# What a page may fetch or lead to, from the root of the site.
PAGES = ("/documentation", "/tutorials")
ATTRIBUTE = re.compile(r'\b(?:src|href)="([^"]*)"')
ICON = '<link rel="icon"'
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.I)


class Site:
    """A folder, and the path under which a server shows it, which has a slash at both ends or is one."""

    def __init__(self, folder, path):
        self.folder, self.path = folder, path
        data = folder / "data"
        files = sorted(data.rglob("*.json"))
        self.pages = {
            f"/{file.relative_to(data).with_suffix('').as_posix()}": json.loads(file.read_text())
            for file in files
        }

    def problems(self):
        for address, page in self.pages.items():
            for target in sorted(set(targets(page))):
                if missing := self.missing(address, target):
                    yield f"{address}: error: {target}: {missing}"
            if not (self.folder / address[1:] / "index.html").exists():
                yield f"{address}: error: there is no {address}/index.html, which a server would show"
        yield from self.index_problems()
        yield from self.html_problems()

    def missing(self, address, target):
        """Says what is not there of what a page refers to, or nothing."""
        place, _, anchor = target.partition("#")
        place = urllib.parse.unquote(place)
        if SCHEME.match(target):
            return None
        if place and not place.startswith("/"):
            return "a relative link, which leads nowhere on the site"
        if not place or place.startswith(PAGES):
            place = place.rstrip("/").lower() or address
            if place not in self.pages:
                return f"there is no page {place}"
            known = {urllib.parse.unquote(known) for known in anchors(self.pages[place])}
            if anchor and urllib.parse.unquote(anchor) not in known:
                return f"{place} has no heading #{anchor}"
        elif not (self.folder / place[1:]).is_file():
            return f"there is no file {place}"
        return None

    def index_problems(self):
        """Looks at the tree on the left."""
        index = json.loads((self.folder / "index/index.json").read_text())
        nodes = [node for tree in index["interfaceLanguages"].values() for node in tree]
        while nodes:
            node = nodes.pop()
            nodes += node.get("children", ())
            path = node.get("path")
            if path and not node.get("external") and (missing := self.missing("/", path)):
                yield f"index/index.json: error: {path}: {missing}"

    def html_problems(self):
        for file in sorted(self.folder.rglob("*.html")):
            name, text = file.relative_to(self.folder), file.read_text()
            if ICON not in text:
                yield f"{name}: error: no {ICON}, so browsers ask for one at the root of the server"
            for target in sorted(set(ATTRIBUTE.findall(text))):
                inside = target.removeprefix(self.path)
                if target.startswith("/") and inside == target:
                    yield f"{name}: error: {target}: not under {self.path}, where the site is"
                elif target.startswith("/") and not (self.folder / inside).exists():
                    yield f"{name}: error: {target}: there is no file {inside}"


def targets(page):
    """Yields the addresses of what a page refers to: pages, sections, images, files."""
    # A chapter of a tutorial has an address, but no page: it is shown as the head of a list.
    modules = page.get("hierarchy", {}).get("modules", ())
    chapters = {module.get("reference") for module in modules}
    for identifier, reference in page.get("references", {}).items():
        for entry in [reference, *reference.get("variants", ())]:
            if isinstance(entry.get("url"), str) and identifier not in chapters:
                yield entry["url"]


def anchors(value):
    """Yields the anchors of all headings in what a page is rendered from."""
    if isinstance(value, dict):
        if isinstance(value.get("anchor"), str):
            yield value["anchor"]
        for key, inner in value.items():
            if key != "references":
                yield from anchors(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from anchors(inner)


def ungrouped(pages, catalogues):
    """Names the symbols that the landing page of a product puts in no group of its own."""
    for name, catalogue in catalogues.items():
        page = pages.get(f"/documentation/{name.lower()}", {})
        for section in page.get("topicSections", ()):
            if section.get("generated"):
                symbols = (identifier.split("/", 5)[-1] for identifier in section["identifiers"])
                yield f"{catalogue}/{name}.md:1: error: in no group of Topics: {', '.join(symbols)}"
