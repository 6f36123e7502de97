"""The command line of Scripts/test."""
import argparse
import os
import platform
import signal
import subprocess
import sys

import report
import table
from checks import ROOT, Tier
from running import FAILED, Run

LOGS = ROOT / ".build/logs"
# The duration in minutes of a change after which no nightly check is started, and the longest such check.
LATEST, LONGEST = 50, 8
DESCRIPTION = """Runs the checks of this repository: by default the quick ones, or, if CI=true, all that CI
runs for every change. Installs missing tools, where apt is available. The log of each check is in .build/logs.
A check that cannot run on this machine is skipped, or fails if CI=true."""


def parsed(arguments):
    parser = argparse.ArgumentParser("Scripts/test", description=DESCRIPTION, allow_abbrev=False)
    parser.add_argument("name", nargs="*", metavar="NAME", help="run these checks, and their prerequisites")
    tiers = parser.add_mutually_exclusive_group()
    for option, help in {
        "--quick": "run the quick checks, also if CI=true", "--change": "run what CI runs for every change",
        "--nightly": "run what CI runs each night",
        "--touched": "run the checks for files that are not committed",
        "--list": "show every check, its duration, and what it protects",
    }.items():
        tiers.add_argument(option, action="store_true", help=help)
    parser.add_argument(
        "--shard", action="store_true", help="also run a short nightly check, chosen by the last commit, if there is time"
    )
    parser.add_argument("--dry-run", action="store_true", help="only print the commands of the selected checks")
    parser.add_argument("--lanes", type=int, choices=range(1, 9), default=2, help="number of parallel checks; 2")
    options = parser.parse_args(arguments)
    if options.name and any((options.quick, options.change, options.nightly, options.touched)):
        parser.error("give names or a tier, not both")
    for name in options.name:
        if name not in [check.name for check in table.TABLE]:
            parser.error(f"there is no check {name}; see --list")
    return options


def main(arguments):
    options, is_ci = parsed(arguments), os.environ.get("CI") == "true"
    LOGS.mkdir(parents=True, exist_ok=True)
    if options.list or options.dry_run:
        # A reader such as `head` may close the pipe.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if options.list:
        print(*report.listing(table.TABLE), sep="\n")
        return 0
    checks = with_needs(chosen(options, is_ci))
    night = added(shard(last_commit()), checks) if options.shard else []
    if options.dry_run:
        print(*(f"{check.name}: {check.line()}" for check in [*checks, *night]), sep="\n")
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    printer = report.Report(LOGS)
    run = Run(
        checks, night, LATEST, ROOT, printer, Obstacles(checks + night).of,
        lanes=options.lanes, is_strict=is_ci,
    )
    outcomes = run.all()
    printer.conclude(outcomes)
    return 1 if any(outcome.result == FAILED for outcome in outcomes.values()) else 0


# MARK: Selection


def chosen(options, is_ci):
    if options.name:
        return [check for check in table.TABLE if check.name in options.name]
    if options.touched:
        return concerned(uncommitted(ROOT))
    if options.nightly:
        tiers = {Tier.NIGHTLY}
    else:
        tiers = {Tier.QUICK, Tier.CHANGE} if options.change or is_ci and not options.quick else {Tier.QUICK}
    return [check for check in table.TABLE if check.tier in tiers]


def concerned(paths):
    """Returns the checks for a change to these files."""
    return [check for check in table.TABLE if any(map(check.is_concerned, paths))]


def with_needs(checks):
    """Returns the checks, and those whose results they read, in the order of the table."""
    names = set()
    for check in reversed(table.TABLE):
        if check in checks or check.name in names:
            names |= {check.name, *check.after}
    return [check for check in table.TABLE if check.name in names]


def shard(commit):
    """Returns the short nightly check whose turn it is at a commit."""
    night = [check for check in table.TABLE if check.tier is Tier.NIGHTLY and 0 < check.seconds <= 60 * LONGEST]
    return night[int(commit, 16) % len(night)]


def added(shard, checks):
    """Returns a shard with its prerequisites, except for what runs anyway."""
    known = {check.name for check in checks}
    needs = [check for check in table.TABLE if check.name in shard.after]
    return [check for check in [*with_needs(needs), shard] if check.name not in known]


def uncommitted(root):
    """Returns the files that differ from the last commit, including new ones."""
    listing = git(root, "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all")
    return [entry[3:] for entry in listing.split("\0") if entry]


def last_commit():
    return git(ROOT, "rev-parse", "HEAD").strip()


def git(root, *arguments):
    command = ["git", "-C", root, "-c", "core.quotePath=false", *arguments]
    return subprocess.run(command, check=True, stdout=-1, text=True).stdout


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
