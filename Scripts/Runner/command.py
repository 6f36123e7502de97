"""The command line of Scripts/test."""
import argparse
import difflib
import os
import pathlib
import platform
import signal
import subprocess
import sys

import report
import shards
import table
import touched
from checks import Tier
from processes import Processes
from running import FAILED, Run

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOGS = ROOT / ".build/logs"
USAGE = 64
DESCRIPTION = """Runs the checks of this repository: by default the quick ones, or, if CI=true, all that CI
runs for every change. Installs missing tools, where apt is available. The log of each check is in .build/logs.
A check that cannot run on this machine is skipped, or fails if CI=true."""


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{self.prog}: {message}\n")


def parsed(arguments):
    times = report.summary(table.TABLE)
    parser = Parser("Scripts/test", description=DESCRIPTION, epilog=times, allow_abbrev=False)
    parser.add_argument("name", nargs="*", metavar="NAME", help="run these checks, and their prerequisites")
    tiers = parser.add_mutually_exclusive_group()
    tiers.add_argument("--quick", action="store_true", help="run the quick checks, also if CI=true")
    tiers.add_argument("--change", action="store_true", help="run what CI runs for every change")
    tiers.add_argument("--nightly", action="store_true", help="run what CI runs each night")
    tiers.add_argument(
        "--touched", action="store_true", help="run the checks for files that are not committed"
    )
    parser.add_argument(
        "--shard", action="store_true", help="also run one nightly check, or a sample of it, chosen by the last commit"
    )
    tiers.add_argument("--all", action="store_true", help="run everything, which takes hours")
    tiers.add_argument("--list", action="store_true", help="show every check, and its duration")
    parser.add_argument("--verbose", action="store_true", help="show what each check prints")
    parser.add_argument(
        "--lanes", type=int, choices=range(1, 9), default=2, help="how many checks run at the same time; 2 by default"
    )
    options = parser.parse_args(arguments)
    tier = options.quick or options.change or options.nightly or options.touched or options.all
    if options.name and tier:
        parser.error("give names or a tier, not both")
    for name in options.name:
        if name not in (known := [check.name for check in table.TABLE]):
            near = ", ".join(difflib.get_close_matches(name, known)) or "see --list"
            parser.error(f"there is no check {name} ({near})")
    return options


def main(arguments):
    options, is_ci = parsed(arguments), os.environ.get("CI") == "true"
    LOGS.mkdir(parents=True, exist_ok=True)
    if options.list:
        print(*report.listing(table.TABLE, LOGS), sep="\n")
        return 0
    checks = with_needs(chosen(options, is_ci))
    night = added(shards.shard(shards.last_commit()), checks) if options.shard else []
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    lanes = 1 if options.verbose else options.lanes
    printer = report.Report(LOGS)
    obstacles = Obstacles(checks + night)
    run = Run(
        checks, Processes(ROOT), printer, LOGS, obstacles.of, lanes, is_ci, is_verbose=options.verbose,
        spare=night, minutes=shards.LATEST,
    )
    outcomes = run.all()
    report.keep(LOGS, outcomes)
    printer.conclude(outcomes)
    return 1 if any(outcome.result == FAILED for outcome in outcomes.values()) else 0


# MARK: Selection


def chosen(options, is_ci):
    if options.name:
        return [check for check in table.TABLE if check.name in options.name]
    names = set()
    if options.touched:
        tiers, names = set(), touched.concerned(touched.uncommitted(ROOT))
    elif options.all:
        tiers = set(Tier)
    elif options.nightly:
        tiers = {Tier.NIGHTLY}
    elif options.change or is_ci and not options.quick:
        tiers = {Tier.QUICK, Tier.CHANGE}
        names = touched.JOINING & touched.concerned(touched.changed(ROOT))
    else:
        tiers = {Tier.QUICK}
    return [check for check in table.TABLE if check.tier in tiers or check.name in names]


def with_needs(checks):
    """Returns the checks, and those whose results they read, in the order of the table."""
    names = set()
    for check in reversed(table.TABLE):
        if check in checks or check.name in names:
            names |= {check.name, *check.after}
    return [check for check in table.TABLE if check.name in names]


def added(shard, checks):
    """Returns a shard with its prerequisites, except for what runs anyway."""
    known = {check.name for check in checks}
    needs = [check for check in table.TABLE if check.name in shard.after]
    return [check for check in [*with_needs(needs), shard] if check.name not in known]


# MARK: Requirements


class Obstacles:
    """Installs the packages that checks need, and records missing ones."""

    def __init__(self, checks):
        here = [check for check in checks if check.system in ("", platform.system())]
        needed = dict.fromkeys(package for check in here for package in check.packages)
        self.missing = {package: complaint for package in needed if (complaint := absence(package))}

    def of(self, check):
        """Returns the reason why a check cannot run on this machine, or an empty string."""
        if check.system not in ("", platform.system()):
            return f"runs on {check.system} only; this is {platform.system()}"
        return "; ".join(self.missing[name] for name in check.packages if name in self.missing)


def absence(package):
    """Installs a package, and returns the reason if this fails, or an empty string."""
    command = [ROOT / "Scripts/setup", package]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return done.stderr.strip().splitlines()[-1] if done.returncode else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
