"""Selects the part of the night that also runs with a change: one nightly check, or a sample of a long one."""
import re
import shlex
import tomllib
from dataclasses import replace
from pathlib import Path

import table
import touched
from checks import Tier

ROOT = Path(__file__).resolve().parents[2]
# The time limit of a shard, and the duration of a change after which none is started.
MINUTES, LATEST = 20, 50
TARGETS = "PLEDGE_TEST_TARGETS"
# Methods of which three runs and their builds take longer than a shard.
LONG_METHODS = {"gates", "compat", "bridges", "thread-sanitizer"}


def shard(commit):
    """Returns the check whose turn it is at a commit, or one of its samples."""
    builds = {name for check in table.TABLE for name in check.after}
    nightly = [check for check in table.TABLE if check.tier is Tier.NIGHTLY and check.name not in builds]
    turn, check = divided(int(commit, 16), nightly)
    if check.name in SAMPLES:
        _, check = divided(turn, list(SAMPLES[check.name](check)))
    title = f"{check.title} (the shard of {commit[:8]}: {shlex.join(check.line())})"
    return replace(check, title=title, minutes=min(check.minutes, MINUTES))


def divided(number, choices):
    """Returns one of the choices, and what is left of the number for another choice."""
    rest, index = divmod(number, len(choices))
    return rest, choices[index]


def last_commit():
    return touched.git(ROOT, "rev-parse", "HEAD").strip()


# MARK: Samples


def by_module(check):
    """Yields the check for the tests of each module, which alone are built."""
    for folder in sorted((ROOT / "Tests").glob("*Tests")):
        yield replace(check, environment=check.environment | {TARGETS: folder.name})


def by_named_module(check):
    for sample in by_module(check):
        yield replace(sample, command=(*check.command, sample.environment[TARGETS]))


def by_client(check):
    """Yields the check for the tests of each module of Tests/Clients, which alone are built."""
    *start, _, _, pattern = check.command
    command = (*start, "--test-product", "ClientsPackageTests", "--filter", pattern)
    for folder in sorted((ROOT / "Tests/Clients").glob("*/Tests/*Tests")):
        if re.match(pattern, f"{folder.name}."):
            environment = check.environment | {TARGETS: folder.name}
            yield replace(check, command=command, after=(), environment=environment)


def without_clients(check):
    for sample in by_module(check):
        yield replace(sample, command=(*check.command, "--package", "."))


def by_test(file, prefix):
    """Returns a function that yields a check for each test in a class, whose name is an argument of the command."""
    def samples(check):
        body = (ROOT / file).read_text().split(f"class {prefix.split('.')[-1]}(")[1].split("\nclass ")[0]
        command = [word for word in check.command if word != prefix]
        for name in re.findall(r"def (test_\w+)", body):
            yield replace(check, command=(*command, f"{prefix}.{name}"))
    return samples


def three_mutations(check):
    """Yields the check for mutations that one method catches, three at a time."""
    plan = tomllib.loads((ROOT / "Verification/Mutations/Mutations.toml").read_text())
    for method in sorted(plan["methods"].keys() - LONG_METHODS):
        names = [mutation["name"] for mutation in plan["mutation"] if mutation["method"] == method]
        for start in range(0, len(names), 3):
            yield replace(check, command=(*check.command, *names[start:start + 3]))


def for_five_minutes(check):
    yield replace(check, command=(*check.command[:-1], "300"))


SAMPLES = {
    "release-tests-whole": by_module, "thread-sanitizer-whole": by_module, "address-sanitizer-whole": by_module,
    "bridges-sanitized": by_client, "compat-sanitized": by_client,
    "swift-6.2": by_module, "arm64": by_named_module, "pauses": without_clients,
    "fanout-hosts": by_test("Examples/fanout/Tests/Hosts/test_hosts.py", "Hosts"),
    "docs-in-browser": by_test("Tests/Site/test_every_page.py", "test_every_page.EveryPage"),
    "fuzz-search": for_five_minutes, "mutations": three_mutations,
}
