"""The command line of Scripts/docs."""
import argparse
import pathlib
import subprocess
import sys

import archives
import breadcrumbs
import landing
import links
import server
import site_map

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DESCRIPTION = """Builds the documentation of all products as a static site in .build/site, without
warnings, and looks for dead links in it. Needs Swift's own docc and Python 3.10. At first it fetches
markdown-it-py from PyPI, and fetches and builds what the traits of this package need: swift-syntax,
swift-nio, OpenCombine, the packages for logs, metrics and spans, and what those need. No test is built."""


def parsed(arguments):
    parser = argparse.ArgumentParser("Scripts/docs", description=DESCRIPTION, allow_abbrev=False)
    parser.add_argument(
        "--base", default="pledge", metavar="PATH",
        help="where a server will show the site: https://HOST/PATH/; 'pledge' unless you say so",
    )
    parser.add_argument(
        "--last-symbols", action="store_true",
        help="take the symbols that Scripts/PublicAPI/symbols has found before, if it has; or else it builds",
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--serve", action="store_true", help="show the site on this machine, too")
    what.add_argument(
        "--links", action="store_true",
        help="build nothing; look for dead links in the Markdown of the repository",
    )
    parser.add_argument("--port", type=int, default=8080, help="for --serve; 8080 unless you say so")
    options = parser.parse_args(arguments)
    options.base = options.base.strip("/")
    return options


def main(arguments):
    options = parsed(arguments)
    if options.links:
        return told(links.Links(ROOT).problems(), "no link of the repository is dead")
    if not (options.last_symbols and (ROOT / ".build/symbols").is_dir()):
        subprocess.run([ROOT / "Scripts/PublicAPI/symbols"], check=True)
    status = built(options.base)
    if options.serve and not status:
        serve(options)
    return status


def built(base):
    """Builds the site; returns 0 if nothing is wrong with it, or 1."""
    made = archives.Archives(ROOT, base, ROOT / ".build/archives")
    if told(made.problems()) or not made.build():
        return 1
    folder = made.merge(ROOT / ".build/site")
    breadcrumbs.mend(folder)
    landing.write(folder, made.compat())
    found = site_map.Site(folder, f"/{base}/" if base else "/")
    catalogues = {name: path.relative_to(ROOT) for name, path in made.catalogues.items()}
    problems = [*found.problems(), *site_map.ungrouped(found.pages, catalogues)]
    return told(problems, f"{len(found.pages)} pages are in {folder.relative_to(ROOT)}")


def told(problems, otherwise=""):
    """Prints what is wrong, or else what is so; returns 1 if something is, or 0."""
    lines = list(problems)
    print("\n".join(lines), end="\n" if lines else "", file=sys.stderr, flush=True)
    if not lines and otherwise:
        print(otherwise, flush=True)
    return 1 if lines else 0


def serve(options):
    with server.server(ROOT / ".build/site", options.port) as shown:
        path = f"/{options.base}/documentation/".replace("//", "/")
        print(f"Look at {server.address(shown, path)}; Ctrl-C ends it.", flush=True)
        try:
            shown.serve_forever()
        except KeyboardInterrupt:
            print()
