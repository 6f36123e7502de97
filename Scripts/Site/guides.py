"""Adds the Markdown files of the repository to a DocC catalog as articles.

DocC takes no guides from outside a catalog, and does not resolve their links to files. Here, a link to another of
these files, or to an article of a product, becomes a DocC link. A link to any other file becomes its path, because
the site does not contain it.
"""
import posixpath
import re
import shutil
import urllib.parse

import links

CATALOG = "Documentation/Guides.docc"
ARTICLE = re.compile(r"Sources/Pledge/Pledge\.docc/Articles(?:/(\w+)\.md)?")
COMMENT = re.compile(r"^<!--.*?-->\n", re.M | re.S)
LINK = re.compile(r"(!?)\[([^\[\]]*)\]\(([^()\s]+)\)")


def title(name):
    """Returns the name of an article: Moving-PromiseKit for Documentation/Moving/PromiseKit.md."""
    name = name.removeprefix("Documentation/").removesuffix(".md")
    return re.sub(r"(?<=.)/README$", "", name).replace("/", "-")


def write(root, catalog):
    """Copies the catalog of the guides and adds an article for each page."""
    shutil.copytree(root / CATALOG, catalog)
    names = [name for name in links.files(root) if name.endswith(".md") and not links.is_in_catalog(name)]
    # In a comment, DocC takes an attribute of Swift for a directive.
    texts = {name: COMMENT.sub("", (root / name).read_text()) for name in names}
    for name in names:
        (catalog / f"{title(name)}.md").write_text(article(root, catalog, name, texts))


def article(root, catalog, name, texts):
    """Returns a page with its links rewritten, and copies its images to the catalog."""
    def rewritten(match):
        is_image, label, target = match.groups()
        if target not in targets or links.SCHEME.match(target):
            return match[0]
        path, _, anchor = target.partition("#")
        place = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
        if is_image:
            copy = place.replace("/", "-")
            shutil.copy(root / place, catalog / copy)
            return f"![{label}]({copy})"
        page = place if place in texts else f"{place}/README.md"
        if page in texts:
            # DocC derives its own anchor from the heading.
            heading = f"#{urllib.parse.quote(links.headings(texts[page])[anchor])}" if anchor else ""
            return f"[{label}](doc:{title(page)}{heading})"
        if found := ARTICLE.fullmatch(place):
            # DocC does not resolve links to sections of another archive.
            return f"[{label}](doc:/Pledge{f'/{found[1]}' if found[1] else ''})"
        plain = label.replace("`", "")
        return f"`{place}`" if place.endswith(plain) else f"{plain} (`{place}`)"

    lines = texts[name].splitlines(keepends=True)
    for token in links.PARSER.parse(texts[name]):
        if token.type == "inline":
            first, last = token.map
            targets = set(links.targets(token.children))
            lines[first:last] = LINK.sub(rewritten, "".join(lines[first:last])).splitlines(keepends=True)
    return "".join(lines)
