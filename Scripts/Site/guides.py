"""Makes a DocC catalogue of the Markdown files of the repository, for those who read the site.

A link to another of these files becomes one of DocC's, which checks it; a link to any other file
becomes the path of that, from the root of the repository, since the site does not have it.
"""
import pathlib
import posixpath
import re
import shutil

import markdown
import repository

NAME = "Guides"
ABSTRACT = "How to use Pledge, how to move to it, what it promises, and how it is made."
GROUPS = {
    "Using Pledge": lambda name: not name.startswith(("Moving", "README")),
    "Moving from another library": lambda name: name.startswith("Moving"),
}
THE_PROJECT = "The project"
# An image of its own name in the catalogue: its path, which is unique.
IMAGES = (".png", ".svg", ".jpg", ".gif")


def slug(name):
    """The name of a page on the site: Moving-PromiseKit for Documentation/Moving/PromiseKit.md."""
    parts = list(pathlib.PurePosixPath(name).with_suffix("").parts)
    if parts[0] == "Documentation":
        del parts[0]
    if parts[-1] == "README" and len(parts) > 1:
        del parts[-1]
    return "-".join(part.title() if part.isupper() and len(part) > 3 else part for part in parts)


def group(name):
    inside = name.removeprefix("Documentation/")
    if inside == name:
        return THE_PROJECT
    return next(title for title, holds in GROUPS.items() if holds(inside))


class Guides:
    """The pages, by their names in the repository."""

    def __init__(self, root):
        self.root = root
        self.pages = {name: markdown.Page((root / name).read_text()) for name in repository.pages(root)}
        self.images = {}

    def write(self, catalogue):
        shutil.rmtree(catalogue, ignore_errors=True)
        catalogue.mkdir(parents=True)
        for name in self.pages:
            (catalogue / f"{slug(name)}.md").write_text(self.article(name))
        for image, path in self.images.items():
            shutil.copy(path, catalogue / image)
        (catalogue / f"{NAME}.md").write_text(self.front())

    def front(self):
        topics = {title: [] for title in [*GROUPS, THE_PROJECT]}
        for name in sorted(self.pages, key=lambda name: (slug(name).count("-"), slug(name))):
            topics[group(name)].append(f"- <doc:{slug(name)}>\n")
        sections = (f"\n### {title}\n\n{''.join(items)}" for title, items in topics.items() if items)
        head = f"# {NAME}\n\n@Metadata {{\n  @TechnologyRoot\n}}\n\n{ABSTRACT}\n\n## Topics\n"
        return head + "".join(sections)

    def article(self, name):
        page, written, end = self.pages[name], [], 0
        for link in sorted(page.links(), key=lambda link: link.start):
            if link.start >= end:
                written += page.text[end : link.start], self.rewritten(name, link)
                end = link.end
        return one_title("".join([*written, page.text[end:]]))

    def rewritten(self, name, link):
        whole = self.pages[name].text[link.start : link.end]
        if ":" in link.target or not link.target or link.is_html:
            return whole
        path, _, anchor = link.target.partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
        if link.is_image and target.endswith(IMAGES):
            image = target.replace("/", "-")
            self.images[image] = self.root / target
            return f"![{link.text}]({image})"
        if target in self.pages:
            return f"[{link.text}](doc:{slug(target)}{self.section(target, anchor)})"
        return elsewhere(link.text, target)

    def section(self, target, anchor):
        heading = self.pages[target].anchors().get(anchor)
        return f"#{markdown.fragment(heading)}" if heading else ""


def one_title(text):
    """Makes every title but the first one a heading, since DocC wants one for each page."""
    titles = [start for start, level, _ in markdown.Page(text).titles() if level == 1]
    for start in reversed(titles[1:]):
        text = f"{text[:start]}#{text[start:]}"
    return text


def elsewhere(text, path):
    """What is said of a file that the site does not have."""
    said = re.sub(r"`", "", text)
    return f"`{path}`" if path.endswith(said) else f"{text} (`{path}`)"
