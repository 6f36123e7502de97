"""Builds the site with DocC: an archive for each product, merged into one."""
import concurrent.futures
import json
import pathlib
import shutil
import subprocess
import sys

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


def build(root, site, base):
    """Builds the site and returns its problems."""
    symbols, work = root / ".build/symbols", root / ".build/archives"
    catalogs = {path.stem: path for path in sorted(root.glob("Sources/**/*.docc"))}
    products = {folder.name for folder in symbols.iterdir()}
    if different := sorted(products ^ catalogs.keys()):
        return [f"Package.swift:1: error: {name} needs both symbols in .build/symbols/{name} and a catalog "
                f"Sources/…/{name}.docc" for name in different]
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)

    def complaints(name):
        options = ["--additional-symbol-graph-dir", symbols / name]
        if name != FIRST:
            options += ["--dependency", work / f"{FIRST}.doccarchive"]
        return convert(catalogs[name], work / f"{name}.doccarchive", base, options)

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        problems = complaints(FIRST) or sum(pool.map(complaints, sorted(catalogs.keys() - {FIRST})), [])
    if problems:
        return problems
    archives = [work / f"{name}.doccarchive" for name in (FIRST, *sorted(products - {FIRST}))]
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
    """Adds a redirection to the output of DocC, and returns the problems of its pages."""
    (folder / "index.html").write_text(REDIRECTION)
    problems = []
    for file in sorted((folder / "data").rglob("*.json")):
        address, page = f"/{file.relative_to(folder / 'data').with_suffix('')}", json.loads(file.read_text())
        if ungrouped := ungrouped_symbols(address, page):
            problems.append(f"{address}: error: list in a group of Topics: {', '.join(ungrouped)}")
        kind = page.get("metadata", {}).get("symbolKind", "extension")
        # The formatter reports only some kinds of declarations.
        if kind not in ("extension", "module") and not page.get("abstract"):
            problems.append(f"{address}: error: this declaration is not documented")
    return problems


def ungrouped_symbols(address, page):
    """Returns the topics of a product, or of `Future`, that DocC had to group itself."""
    if address.count("/") > 2 and address != OPERATORS:
        return []
    generated = [section for section in page.get("topicSections", ()) if section.get("generated")]
    symbols = [one.split("/", 5)[-1] for section in generated for one in section["identifiers"]]
    return [symbol for symbol in symbols if not symbol.endswith("-Implementations")]


if __name__ == "__main__":
    root = pathlib.Path(__file__).resolve().parents[2]
    found = build(root, root / ".build/site", sys.argv[1])
    print("\n".join(found) or "The site is in .build/site.")
    sys.exit(bool(found))
