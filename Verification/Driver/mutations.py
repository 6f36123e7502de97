"""The command line of Scripts/Proofs/mutations."""
import argparse
import re
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

from checkout import ROOT, Checkout
from running import DriverError, Ending, minutes, run, say

PATH = ROOT / "Verification/Mutations/Mutations.toml"
FOLDER = ROOT / ".build/mutations"
LOGS = FOLDER / "logs"
# Seconds for a build, from scratch on a busy machine, and for a run without a bug.
LIMIT = 1_800
# The time limit of a run with a bug: a multiple of the duration without one, and its minimum in seconds.
PATIENCE, LEAST_LIMIT = 10, 60
# The first of these in the output of a failed run is shown.
EVIDENCE = (
    r"SUMMARY: \w+Sanitizer: .*",
    r"^hang: .*",
    r"^allocated while idle: .*;(?=(?:.*\n)*.* memory grows$)",
    r"Fatal error: .*",
    r"unexpected signal code \d+",
    r"^(?:.*:\d+: )?error: .*",
    r"✘ Test \S.* recorded an issue",
    r"^.*\bbut must not$",
)
DESCRIPTION = """Adds known bugs to a copy of this checkout, one at a time, and expects the method that should
catch each bug to fail. Verification/Mutations/Mutations.toml lists them; the output of each
run is in .build/mutations/logs."""


@dataclass(frozen=True)
class Method:
    """A check that looks for bugs."""

    name: str
    run: str
    build: str = "swift build --build-tests"
    # Whether the build is optimized. SwiftPM does not rebuild a client if the only change is in code that it
    # inlines from two packages away.
    optimized: bool = False


@dataclass(frozen=True)
class Mutation:
    """A bug in one place of the library, with the method that has to catch it."""

    name: str
    why: str  # for the reader
    file: str
    old: str
    new: str
    method: str
    # What the output has to contain, if not every failure counts.
    shows: str = ""


def parsed(text: str) -> tuple[dict[str, Method], list[Mutation]]:
    """Reads the methods, and the mutations in their order; every entry has to be complete."""
    tables = tomllib.loads(text)
    mutations = [
        Mutation(bug, **fields, method=each)
        for method, table in tables.items() for bug, fields in table.pop("bugs", {}).items()
        for each in (method, *fields.pop("also", ()))
    ]
    return {name: Method(name, **table) for name, table in tables.items()}, mutations


class Run:
    """One run of the script, and its results so far."""

    def __init__(self, checkout: Checkout):
        self.checkout, self.caught, self.survived, self.errors = checkout, 0, 0, 0

    def all(self, methods: dict[str, Method], chosen: list[Mutation]) -> int:
        """Tries each mutation; returns the exit code of the process."""
        started = time.monotonic()
        with self.checkout.taken():
            self.checkout.update()
            # All texts are computed before the first run, so that a mismatch is found early.
            texts = {mutation.name: self.mutated(mutation) for mutation in chosen}
            for name in dict.fromkeys(mutation.method for mutation in chosen):
                self.try_method(methods[name], [m for m in chosen if m.method == name], texts)
        untried = f", {self.errors} not tried" if self.errors else ""
        say(f"mutations: {self.caught} caught, {self.survived} survived{untried}, {minutes(time.monotonic() - started)}")
        return 1 if self.survived or self.errors else 0

    def mutated(self, mutation: Mutation) -> str:
        text = (self.checkout.root / mutation.file).read_text()
        if text.count(mutation.old) != 1:
            raise DriverError(f"{mutation.name}: {mutation.file} has its text {text.count(mutation.old)} times")
        return text.replace(mutation.old, mutation.new)

    def try_method(self, method: Method, chosen: list[Mutation], texts: dict[str, str]) -> None:
        """Tries the mutations of one method, if it succeeds without any."""
        say(f"{method.name}: building and running it without a bug …")
        baseline, _ = self.attempt(method, method.name, LIMIT)
        if not baseline.is_good:
            self.fail(method.name, f"fails without any mutation ({described(baseline)})")
            return
        say(f"{method.name}: green, {baseline.seconds:.0f} s")
        limit = max(PATIENCE * baseline.seconds, LEAST_LIMIT)
        for mutation in chosen:
            (self.checkout.root / mutation.file).write_text(texts[mutation.name])
            try:
                ending, is_built = self.attempt(method, f"{mutation.name}.{method.name}", limit)
            finally:
                self.checkout.restore(mutation.file)
            self.evaluate(mutation, ending, is_built)

    def evaluate(self, mutation: Mutation, ending: Ending, is_built: bool) -> None:
        how = described(ending)
        if not is_built:
            self.fail(mutation.name, f"does not build ({how})")
        elif not ending.is_good and mutation.shows not in ending.output:
            self.fail(mutation.name, f'fails, but without "{mutation.shows}": {how}')
        elif ending.is_good:
            self.survived += 1
            say(f"error: {mutation.method} does not catch {mutation.name}; write the test that does")
        else:
            self.caught += 1
            say(f"{mutation.name:40} {mutation.method:18} caught by {how}, {ending.seconds:.0f} s")

    def attempt(self, method: Method, title: str, limit: float) -> tuple[Ending, bool]:
        """Builds and runs a method; returns how that ended, and whether it was built."""
        if method.optimized:
            self.checkout.touch_sources()
        built = run(method.build, self.checkout.root, LOGS / f"{title}.build.log", LIMIT)
        if not built.is_good:
            return built, False
        return run(method.run, self.checkout.root, LOGS / f"{title}.log", limit), True

    def fail(self, name: str, problem: str) -> None:
        self.errors += 1
        say(f"error: {name} {problem}; see {LOGS}/{name}*")


def described(ending: Ending) -> str:
    """Returns one line that describes how a run failed."""
    for pattern in EVIDENCE:
        if found := re.search(pattern, ending.output, re.M):
            return f"{ending.status}: {found[0].strip()[:100]}"
    return ending.status


def main() -> int:
    methods, mutations = parsed(PATH.read_text())
    parser = argparse.ArgumentParser("Scripts/Proofs/mutations", description=DESCRIPTION)
    parser.add_argument("--method", choices=methods, metavar="M", help="only those that this method has to catch")
    parser.add_argument("name", metavar="NAME", nargs="*", help="only these mutations")
    options = parser.parse_args()
    known = {mutation.name for mutation in mutations}
    if unknown := set(options.name) - known:
        parser.error(f"{PATH.name} has no {min(unknown)}")
    chosen = [m for m in mutations if m.name in (options.name or known) and options.method in (None, m.method)]
    return Run(Checkout(FOLDER / "checkout")).all(methods, chosen)
