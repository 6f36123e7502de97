"""Builds the site with DocC: an archive for each product and one for the guides, merged into one."""
import concurrent.futures
import copy
import json
import pathlib
import re
import shutil
import subprocess

import guides

# The other archives link to this one.
FIRST = "Pledge"
# The page of the type whose methods are the operators.
OPERATORS = "/documentation/pledge/future"
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
    archives = [work / f"{name}.doccarchive" for name in ("Guides", FIRST, *sorted(products - {FIRST}))]
    shutil.rmtree(site, ignore_errors=True)
    (site / base).parent.mkdir(parents=True, exist_ok=True)
    landing_page = "--synthesized-landing-page-name Pledge --synthesized-landing-page-topics-style list"
    merge = ["docc", "merge", *archives, "--output-path", site / base, *landing_page.split()]
    subprocess.run(merge, check=True)
    return finish(site / base)


def convert(catalog, archive, base, options):
    """Runs DocC and returns its complaints."""
    command = [
        "docc", "convert", catalog, "--output-path", archive, "--hosting-base-path", base, *options,
        "--fallback-default-module-kind", "Library", "--enable-experimental-external-link-support",
        "--warnings-as-errors", "--ide-console-output",
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return [done.stdout.strip() or f"docc convert has failed for {catalog}"] if done.returncode else []


def finish(folder):
    """Adds the style and a redirection to the output of DocC, and returns the problems of its pages."""
    (folder / "index.html").write_text(REDIRECTION)
    for style in folder.glob("css/index.*.css"):
        style.write_text(f"{style.read_text()}\n{STYLE.read_text()}")
    problems = []
    for file in sorted((folder / "data").rglob("*.json")):
        address, page = f"/{file.relative_to(folder / 'data').with_suffix('')}", json.loads(file.read_text())
        if ungrouped := ungrouped_symbols(address, page):
            problems.append(f"{address}: error: list in a group of Topics: {', '.join(ungrouped)}")
        kind = page.get("metadata", {}).get("symbolKind", "extension")
        # The formatter reports only some kinds of declarations.
        if kind not in ("extension", "module") and not page.get("abstract"):
            problems.append(f"{address}: error: this declaration is not documented")
        problems += [f"{address}: error: the link to {link} is dead, or in a summary" for link in dead_links(page)]
        make_readable(page)
        file.write_text(json.dumps(page))
    return problems


def make_readable(page):
    """Colors the samples of doc comments, and labels the cells of tables for phones, where rows are stacked."""
    for part in nodes([page.get("primaryContentSections") or []]):
        if part.get("type") == "codeListing" and page["kind"] == "symbol":
            part["syntax"] = part["syntax"] or "swift"
        elif part.get("type") == "table" and part["header"] in ("row", "both"):
            captions, *rows = part["rows"]
            for caption, cell in (pair for row in rows for pair in list(zip(captions, row))[1:]):
                if caption and cell and caption[0]["inlineContent"]:
                    cell.insert(0, {"type": "small", "inlineContent": copy.deepcopy(caption[0]["inlineContent"])})


def dead_links(page):
    """Returns the links that DocC does not resolve: to files, and to the web from a summary, which it does not show."""
    references = page.get("references", {})
    texts = page.get("abstract"), page.get("primaryContentSections"), page.get("sections")
    for part in nodes([text or [] for text in texts]):
        identifier = part["identifier"] if part.get("type") == "reference" else ""
        url = references.get(identifier, {}).get("url", identifier)
        if not re.match(r"[/#]|https?:|mailto:", url) or identifier not in references:
            yield from [url] if identifier else []


def nodes(content):
    """Yields all parts of `content`."""
    if isinstance(content, dict):
        yield content
    for part in content.values() if isinstance(content, dict) else content:
        if isinstance(part, (dict, list)):
            yield from nodes(part)


def ungrouped_symbols(address, page):
    """Returns the topics of a product, of `Future`, or of the guides that DocC had to group itself."""
    if address.count("/") > 2 and address != OPERATORS:
        return []
    generated = [section for section in page.get("topicSections", ()) if section.get("generated")]
    symbols = [one.split("/", 5)[-1] for section in generated for one in section["identifiers"]]
    return [symbol for symbol in symbols if not symbol.endswith("-Implementations")]
