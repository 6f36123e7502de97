"""Builds the site with DocC: an archive for each product and one for the guides, merged into one."""
import concurrent.futures
import json
import pathlib
import shutil
import subprocess
import urllib.parse

import clauses
import glossary
import guides
import hierarchy
import links
import listings
import mentions
from pages import Pages, headings, nodes

# The other archives link to this one.
FIRST = "Pledge"
# DocC has no page for the root of a merged archive.
REDIRECTION = """<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=documentation/">
<link rel="icon" href="favicon.ico">
<title>Pledge</title>
"""
STYLE = pathlib.Path(__file__).with_name("site.css")


def build(root, site, base):
    """Builds the site and returns its problems."""
    symbols, work = root / ".build/symbols", root / ".build/archives"
    catalogs = {path.stem: path for path in sorted(root.glob("Sources/**/*.docc"))}
    products = {folder.name for folder in symbols.iterdir()}
    if different := sorted(products ^ catalogs.keys()):
        return [f"Package.swift:1: error: {name} needs both symbols in .build/symbols/{name} and a catalog "
                f"Sources/…/{name}.docc" for name in different]
    shutil.rmtree(work, ignore_errors=True)
    guides.write(root, work / "Guides.docc")
    catalogs["Guides"] = work / "Guides.docc"

    def complaints(name):
        options = ["--additional-symbol-graph-dir", symbols / name] if name in products else []
        if name != FIRST:
            options += ["--dependency", work / f"{FIRST}.doccarchive"]
        return convert(catalogs[name], work / f"{name}.doccarchive", base, options)

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        problems = complaints(FIRST) or sum(pool.map(complaints, sorted(catalogs.keys() - {FIRST})), [])
    if problems:
        return problems
    # docc merge takes theme-settings.json from the first archive.
    archives = [work / f"{name}.doccarchive" for name in ("Guides", *sorted(products))]
    shutil.rmtree(site, ignore_errors=True)
    (site / base).parent.mkdir(parents=True, exist_ok=True)
    landing_page = "--synthesized-landing-page-name Pledge --synthesized-landing-page-topics-style list"
    merge = ["docc", "merge", *archives, "--output-path", site / base, *landing_page.split()]
    subprocess.run(merge, check=True)
    older = {name for name in products if "Compat" in catalogs[name].parts}
    return finish(site / base, older)


def convert(catalog, archive, base, options):
    """Runs DocC and returns its complaints."""
    command = [
        "docc", "convert", catalog, "--output-path", archive, "--hosting-base-path", base, *options,
        "--fallback-default-module-kind", "Library", "--enable-experimental-external-link-support",
        "--warnings-as-errors", "--ide-console-output",
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return [done.stdout.strip() or f"docc convert has failed for {catalog}"] if done.returncode else []


def finish(folder, older):
    """Improves the output of DocC and returns the problems of its pages."""
    (folder / "index.html").write_text(REDIRECTION)
    for style in folder.glob("css/index.*.css"):
        style.write_text(f"{style.read_text()}\n{STYLE.read_text()}")
    pages = Pages(folder)
    problems = [f"{address}: error: list in a group of Topics: {', '.join(ungrouped)}"
                for address, page in pages.items() if (ungrouped := ungrouped_symbols(address, page))]
    mentions.add_links(pages)
    problems += clauses.add_links(pages) + glossary.add_links(pages) + listings.improve(pages)
    index = folder / "index/index.json"
    tree = json.loads(index.read_text())
    hierarchy.arrange(pages, tree, older)
    index.write_text(json.dumps(tree))
    for page in pages.values():
        remove_dead_breadcrumbs(page, pages)
    for address, page in pages.items():
        problems += [f"{address}: error: the link to {link} is dead" for link in dead_links(page, pages)]
        problems += [f"{address}: error: move the link to {link} below the summary, from which DocC removes it"
                     for link in lost_links(page)]
    pages.write()
    return [*problems, *dead_anchors(pages)]


def is_dead(reference, pages):
    url = reference.get("url", "")
    path = urllib.parse.unquote(url.partition("#")[0]).lower()
    return not links.SCHEME.match(url) and path not in pages


def remove_dead_breadcrumbs(page, pages):
    """Removes types of other modules whose extensions are all listed elsewhere, because they have no page."""
    if page["kind"] == "symbol":
        references, paths = page["references"], page["hierarchy"]["paths"]
        dead = {one for path in paths for one in path if is_dead(references.get(one, {}), pages)}
        page["hierarchy"]["paths"] = [[one for one in path if one not in dead] for path in paths]
        page["references"] = {one: references[one] for one in references.keys() - dead}


def dead_links(page, pages):
    # A chapter of a tutorial has an address but no page: it is part of the table of contents.
    chapters = {module["reference"] for module in page.get("hierarchy", {}).get("modules", ())}
    for identifier, reference in sorted(page.get("references", {}).items()):
        url = reference.get("url", "#")
        if identifier not in chapters and not url.startswith("#") and is_dead(reference, pages):
            yield url


def lost_links(page):
    """Returns the links of the summary that have no target, and are therefore not shown."""
    parts = nodes(page.get("abstract") or [])
    return [part["identifier"] for part in parts if part.get("identifier", "") not in ("", *page["references"])]


def topics(page):
    return [section for section in page.get("topicSections", ()) if "anchor" in section]


def dead_anchors(pages):
    """Returns the links to sections that their pages do not have."""
    sections = {address: {urllib.parse.unquote(one["anchor"]) for one in (*headings(page), *topics(page))}
                for address, page in pages.items() if page["kind"] != "project"}
    targets = {(address, reference["url"]) for address, page in pages.items()
               for reference in page.get("references", {}).values() if "#" in reference.get("url", "")}
    for address, url in sorted(targets):
        page, _, anchor = urllib.parse.unquote(url).partition("#")
        if anchor not in sections.get((page or address).lower(), (anchor,)):
            yield f"{address}: error: {page} has no section for {url}"


def ungrouped_symbols(address, page):
    """Returns the topics of a product or of the guides that DocC had to group itself."""
    if address.count("/") > 2:
        return []
    generated = [section for section in page.get("topicSections", ()) if section.get("generated")]
    return [one.split("/", 5)[-1] for section in generated for one in section["identifiers"]]
