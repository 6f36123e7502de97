"""The command line of Scripts/migrate."""
from __future__ import annotations

import argparse
import os
import sys

import migration
import report
import tree
from libraries import LIBRARIES

USAGE = 64
NAMES = [library.name for library in LIBRARIES]
DESCRIPTION = """Moves a source tree from an older promise library to the module of Pledge that
takes its place: rewrites imports, conditions and names with their module, and nothing else. Shows
what it would do, and what it leaves to do by hand. See Documentation/Moving/README.md."""
STATUS = """Exits with 0 if nothing is left to do by hand, with 1 if something is, with 64 if it was
called in the wrong way, with 70 after an error of its own, and with 130 if it was interrupted."""


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{self.prog}: {message}\n")


def parsed(arguments):
    parser = Parser("Scripts/migrate", description=DESCRIPTION, epilog=STATUS, allow_abbrev=False)
    parser.add_argument("--write", action="store_true", help="write the changes, rather than show")
    parser.add_argument(
        "--except", action="append", metavar="LIBRARY", default=[], choices=NAMES, dest="excepted",
        help=f"leave this one alone; may be repeated; one of {', '.join(NAMES)}",
    )
    parser.add_argument("path", metavar="PATH", help="a folder of sources, or a single file")
    options = parser.parse_args(arguments)
    if not os.path.exists(options.path):
        parser.error(f"there is no {options.path}; give a folder that is there")
    if not os.path.isdir(options.path) and not tree.is_read(options.path):
        parser.error(f"{options.path} is no file that this reads; give a folder, or a .swift file")
    return options


def main(arguments):
    options = parsed(arguments)
    plan = migration.of(options.path, options.excepted)
    if options.write:
        plan.write()
    plan.look()
    sys.stdout.write("" if options.write or not plan.changes else report.diff(plan) + "\n")
    sys.stdout.write(report.summary(plan, options.write))
    return 1 if plan.hands else 0
