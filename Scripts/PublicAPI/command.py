"""The command line of Scripts/api."""
from __future__ import annotations

import argparse
import difflib
import json
import pathlib
import subprocess
import sys

import breakage
import changelog
import coverage
import graphs
import page

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
USAGE = 64
PAGE = "Documentation/PublicAPI.md"
DESCRIPTION = """Checks that Documentation/PublicAPI.md lists the public API as it is, that
CHANGELOG.md has followed it, and that all of it is documented."""
EPILOG = """Exits with 0 if all is well, with 1 if something is not, and with 64 if it was called in
the wrong way."""


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{self.prog}: {message}\n")


def parsed(arguments):
    parser = Parser("Scripts/api", description=DESCRIPTION, epilog=EPILOG, allow_abbrev=False)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--write", action="store_true", help="write the page as the API is")
    what.add_argument(
        "--breakage", action="store_true",
        help="compare the API with that of the last tag: what breaks has to be in the changelog",
    )
    return parser.parse_args(arguments)


def main(arguments, root=ROOT):
    options = parsed(arguments)
    try:
        if options.breakage:
            problems = broken(root)
        else:
            problems = checked(root, fresh_products(root), options.write)
    except (graphs.GraphError, breakage.BreakageError) as error:
        problems = [f"error: {error}"]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


# MARK: The page, the changelog, the documentation


def checked(root, products, is_writing):
    """Returns what is wrong, in words for whoever has changed the API."""
    path, text = root / PAGE, page.written(products)
    if is_writing:
        if not page.is_linux(products):
            return ["error: the page lists what Linux compiles: write it there"]
        path.write_text(text, encoding="utf-8")
    listed = path.read_text(encoding="utf-8") if path.exists() else ""
    problems = differences(listed, text, page.is_linux(products))
    if not problems:
        entries = (root / "CHANGELOG.md").read_text(encoding="utf-8")
        problems = [changelog.problem(entries, page.digest(listed))]
    problems = [f"error: {problem}" for problem in problems if problem]
    problems += [f"error: {line}" for line in coverage.undocumented(products, root)]
    if not problems:
        print(f"{coverage.count(products)} public declarations, listed and documented")
    return problems


def differences(listed, text, is_linux):
    """Returns how the page differs from the API, or why the two cannot be compared."""
    ours, theirs = page.version(text), page.version(listed)
    if not is_linux:
        return ["the page lists what Linux compiles: compare it there"]
    if theirs and ours != theirs:
        return [
            f"{PAGE} was written with Swift {theirs}, and Swift {ours} may print the same API in other"
            f" words: check it with Swift {theirs}, or write it anew from an API that has not changed"
        ]
    lines = difflib.unified_diff(
        listed.splitlines(), text.splitlines(), "the page", "the API", lineterm="", n=1
    )
    found = "\n".join(lines)
    return [f"{PAGE} is not the API; Scripts/api --write mends it:\n{found}"] if found else []


def fresh_products(root):
    """Returns what the symbol graphs have, which are written first where a source is newer."""
    folder = root / ".build" / "symbols"
    if is_stale(root, folder):
        symbols = [root / "Scripts/PublicAPI/symbols"]
        if subprocess.run(symbols, cwd=root, stdout=sys.stderr, check=False).returncode != 0:
            raise graphs.GraphError("Scripts/PublicAPI/symbols has failed; it says above why")
    return graphs.read(folder, product_names(root))


def is_stale(root, folder):
    written = [file.stat().st_mtime for file in folder.glob("*/*.symbols.json")]
    # With the folders, since they tell of files that are gone.
    read = [root / "Package.swift", *(root / "Sources").rglob("*"), root / "Scripts/PublicAPI/symbols"]
    return not written or max(file.stat().st_mtime for file in read) > min(written)


def product_names(root):
    manifest = subprocess.run(
        ["swift", "package", "dump-package"], cwd=root, stdout=subprocess.PIPE, check=True
    )
    products = json.loads(manifest.stdout)["products"]
    return [product["name"] for product in products if "library" in product["type"]]


# MARK: What breaks


def broken(root):
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    tag = breakage.last_tag(root)
    if reason := breakage.lack(root, text, tag):
        raise breakage.BreakageError(reason)
    if not tag:
        print("The changelog has no release yet, so there is nothing to compare with.")
        return []
    found = breakage.found_by_compiler(root, tag) + breakage.gone_behind_traits(root, tag, PAGE)
    problems = breakage.problems(found, text, tag)
    if not problems:
        print(f"{len(found)} breakages since {tag} and none that the changelog does not name")
    return [f"error: {problem}" for problem in problems]
