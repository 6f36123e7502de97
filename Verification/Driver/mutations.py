"""The command line of Scripts/Proofs/mutations."""
import argparse
import re
import time
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from checkout import ROOT, Checkout
from running import DriverError, Ending, minutes, run, say

PATH = ROOT / "Verification/Mutations/Mutations.toml"
FOLDER = ROOT / ".build/mutations"
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
    r".*\bbut must not$",
)
DESCRIPTION = """Adds known bugs to a copy of this checkout, one at a time, and expects the method that should
catch each bug to fail. Verification/Mutations/Mutations.toml lists them; the output of each
run is in .build/mutations/logs."""


@dataclass(frozen=True)
class Method:
    """A check that looks for bugs."""

    name: str
    build: str
    run: str
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


@dataclass(frozen=True)
class Plan:
    methods: dict[str, Method]
    mutations: list[Mutation]

    def chosen(self, method: str | None, names: list[str]) -> list[Mutation]:
        """Returns the mutations with these names, or all, grouped by method."""
        known = {mutation.name for mutation in self.mutations}
        if unknown := set(names) - known:
            raise DriverError(f"there is no mutation {min(unknown)}; {PATH.name} lists all")
        if method not in (None, *self.methods):
            raise DriverError(f"there is no method {method}; there are: {', '.join(self.methods)}")
        return [m for m in self.mutations if m.name in (names or known) and method in (None, m.method)]


def parsed(text: str) -> Plan:
    """Reads a plan; every entry has to be complete."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DriverError(f"{PATH.name}: {error}") from None
    bugs = [(bug, method, fields) for method, table in tables.items() for bug, fields in table.pop("bugs", {}).items()]
    if repeated := [bug for bug, count in Counter(bug for bug, _, _ in bugs).items() if count > 1]:
        raise DriverError(f"{PATH.name}: {repeated[0]}: there are two mutations of that name")
    methods = {name: entry(Method, name, table) for name, table in tables.items()}
    return Plan(methods, [
        entry(Mutation, bug, fields | {"method": each})
        for bug, method, fields in bugs for each in (method, *fields.pop("also", ()))
    ])


def entry(kind, name, fields):
    try:
        return kind(name=name, **fields)
    except TypeError as error:
        raise DriverError(f"{PATH.name}: {name}: {error}") from None


@dataclass
class Run:
    """One run of the script, and its results so far."""

    plan: Plan
    checkout: Checkout
    logs: Path
    caught: list[str] = field(default_factory=list)
    survived: list[str] = field(default_factory=list)
    errors: int = 0

    def all(self, chosen: list[Mutation]) -> int:
        """Tries each mutation; returns the exit code of the process."""
        started = time.monotonic()
        with self.checkout.taken():
            self.checkout.update()
            # All texts are computed before the first run, so that a mismatch is found early.
            texts = {mutation.name: self.mutated(mutation) for mutation in chosen}
            for name in dict.fromkeys(mutation.method for mutation in chosen):
                self.try_method(self.plan.methods[name], [m for m in chosen if m.method == name], texts)
        for name in self.survived:
            say(f"error: nothing catches {name}; write the test that does")
        untried = f", {self.errors} not tried" if self.errors else ""
        seconds = minutes(time.monotonic() - started)
        say(f"mutations: {len(self.caught)} caught, {len(self.survived)} survived{untried}, {seconds}")
        return 1 if self.survived or self.errors else 0

    def mutated(self, mutation: Mutation) -> str:
        path = self.checkout.root / mutation.file
        text = path.read_text() if path.is_file() else ""
        if text.count(mutation.old) != 1:
            raise DriverError(f"{PATH.name}: {mutation.name}: {mutation.file} has its text {text.count(mutation.old)} times")
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
        else:
            (self.survived if ending.is_good else self.caught).append(mutation.name)
            result = "SURVIVED" if ending.is_good else f"caught by {how}"
            say(f"{mutation.name:40} {mutation.method:18} {result}, {ending.seconds:.0f} s")

    def attempt(self, method: Method, title: str, limit: float) -> tuple[Ending, bool]:
        """Builds and runs a method; returns how that ended, and whether it was built."""
        if method.optimized:
            self.checkout.touch_sources()
        built = run(method.build, self.checkout.root, self.logs / f"{title}.build.log", LIMIT)
        if not built.is_good:
            return built, False
        return run(method.run, self.checkout.root, self.logs / f"{title}.log", limit), True

    def fail(self, name: str, problem: str) -> None:
        self.errors += 1
        say(f"error: {name} {problem}; see {self.logs.relative_to(ROOT)}/{name}*")


def described(ending: Ending) -> str:
    """Returns one line that describes how a run failed."""
    for pattern in EVIDENCE:
        if found := re.search(pattern, ending.output, re.M):
            return f"{ending.status}: {found[0].strip()[:100]}"
    return ending.status


def main() -> int:
    parser = argparse.ArgumentParser("Scripts/Proofs/mutations", description=DESCRIPTION)
    parser.add_argument("--method", metavar="M", help="only those that this method has to catch")
    parser.add_argument("name", metavar="NAME", nargs="*", help="only these mutations")
    options = parser.parse_args()
    plan = parsed(PATH.read_text())
    return Run(plan, Checkout(FOLDER / "checkout"), FOLDER / "logs").all(plan.chosen(options.method, options.name))
