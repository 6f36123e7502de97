"""The command line of Scripts/Proofs/mutations."""
import argparse
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import mutations
from checkout import ROOT, Checkout
from mutations import Method, Mutation, Plan
from running import Ending, Trouble, complain, minutes, run, say

FOLDER = ROOT / ".build/mutations"
# How many seconds a build may take, from nothing and on a busy machine, and a run without a bug.
LIMIT = 1_800
# A run that takes so many times as long as the one without a bug hangs, and no sooner than after so
# many seconds.
PATIENCE, LEAST_LIMIT = 10, 60
# What says most about a red run, the first of these that it has.
EVIDENCE = [
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        r"SUMMARY: \w+Sanitizer: .*",
        r"^(?:violation|hang): .*",
        r"^allocated while idle: .*;(?=(?:.*\n)*.* memory grows$)",
        r"Fatal error: .*",
        r"unexpected signal code \d+",
        r"^(?:.*:\d+: )?error: .*",
        r"✘ Test \S.* recorded an issue",
        r".*\bbut must not$",
    )
]

DESCRIPTION = """Builds known bugs into a copy of this checkout, one at a time, and expects that the
method which is there to catch each of them does. The list is Verification/Mutations/Mutations.toml;
what each run prints is in .build/mutations/logs."""


def main(arguments: list[str]) -> int:
    options = parsed(arguments)
    try:
        plan = mutations.parsed(mutations.PATH.read_text())
        chosen = plan.chosen(options.method, options.name)
        if options.list:
            show(chosen)
            return 0
        return Run(plan, Checkout(FOLDER / "checkout"), FOLDER / "logs").all(chosen)
    except Trouble as trouble:
        return complain(trouble)


def parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("Scripts/Proofs/mutations", description=DESCRIPTION)
    parser.add_argument("--list", action="store_true", help="only say which there are, and why")
    parser.add_argument("--method", metavar="M", help="only those that this method has to catch")
    parser.add_argument("name", metavar="NAME", nargs="*", help="only this mutation; or several")
    return parser.parse_args(arguments)


def show(chosen: Iterable[Mutation]) -> None:
    for mutation in chosen:
        why = " ".join(mutation.why.split())
        say(f"{mutation.name} ({mutation.method}, {mutation.file}): {why}")


@dataclass
class Run:
    """One run of the script, and what it has found so far."""

    plan: Plan
    checkout: Checkout
    logs: Path
    caught: int = 0
    survived: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def all(self, chosen: list[Mutation]) -> int:
        """Tries each mutation; answers what the process exits with."""
        started = time.monotonic()
        with self.checkout.taken():
            self.checkout.update()
            fit(chosen, self.checkout)
            for name in {mutation.method: None for mutation in chosen}:
                self.try_method(self.plan.methods[name], [m for m in chosen if m.method == name])
        self.conclude(time.monotonic() - started)
        return 1 if self.survived or self.errors else 0

    def try_method(self, method: Method, chosen: list[Mutation]) -> None:
        """Tries what one method has to catch, if it finds nothing where there is nothing."""
        say(f"{method.name}: building and running it without a bug …")
        sound, _ = self.attempt(method, method.name, LIMIT)
        if not sound.is_good:
            problem = f"is red without any mutation ({described(sound)})"
            self.fail(method.name, problem, method.name)
            return
        say(f"{method.name}: green, {sound.seconds:.0f} s")
        for mutation in chosen:
            self.try_mutation(mutation, method, max(PATIENCE * sound.seconds, LEAST_LIMIT))

    def try_mutation(self, mutation: Mutation, method: Method, limit: float) -> None:
        mutations.apply(mutation, self.checkout)
        try:
            ending, is_built = self.attempt(method, mutation.name, limit)
        finally:
            self.checkout.restore(mutation.file)
        if not is_built:
            self.fail(mutation.name, f"does not build ({described(ending)})", mutation.name)
        elif ending.is_good:
            self.report(mutation, "SURVIVED", ending)
            self.survived.append(mutation.name)
        elif mutation.shows not in ending.output:
            problem = f'is red, but without "{mutation.shows}": {described(ending)}'
            self.fail(mutation.name, problem, mutation.name)
        else:
            self.report(mutation, "caught", ending)
            self.caught += 1

    def attempt(self, method: Method, title: str, limit: float) -> tuple[Ending, bool]:
        """Builds and runs a method; answers how that ended, and whether it was built."""
        folder = self.checkout.root
        if method.optimised:
            self.checkout.touch_sources()
        built = run(method.build, folder, self.logs / f"{title}.build.log", LIMIT)
        if not built.is_good:
            return built, False
        return run(method.run, folder, self.logs / f"{title}.log", limit), True

    def report(self, mutation: Mutation, verdict: str, ending: Ending) -> None:
        how = "" if ending.is_good else f" by {described(ending)}"
        say(f"{mutation.name:32} {mutation.method:18} {verdict}{how}, {ending.seconds:.0f} s")

    def fail(self, name: str, problem: str, log: str) -> None:
        self.errors.append(name)
        say(f"error: {name} {problem}; see {self.logs.relative_to(ROOT)}/{log}*")

    def conclude(self, seconds: float) -> None:
        for name in self.survived:
            say(f"error: nothing catches {name}; write the test that does")
        wrong = f", {len(self.errors)} not tried" if self.errors else ""
        say(
            f"mutations: {self.caught} caught, {len(self.survived)} survived{wrong},"
            f" {minutes(seconds)}"
        )


def fit(chosen: Iterable[Mutation], checkout: Checkout) -> None:
    """Makes sure that every mutation still has its place, before any is tried."""
    for mutation in chosen:
        mutations.apply(mutation, checkout)
        checkout.restore(mutation.file)


def described(ending: Ending) -> str:
    """Says what a run was red by, in a line."""
    for pattern in EVIDENCE:
        if found := pattern.search(ending.output):
            return f"{ending.words}: {found[0].strip()[:100]}"
    return ending.words
