"""Selects the part of the night that also runs with a change: one nightly check, or a sample of a long one."""
import re
import tomllib
from dataclasses import replace

import table
from checks import ROOT, Tier

# The time limit of a shard, and the duration of a change after which none is started.
MINUTES, LATEST = 20, 50
# Methods of which three runs and their builds take longer than a shard.
LONG_METHODS = {"gates", "compat", "bridges", "thread-sanitizer"}


def shard(commit):
    """Returns the check whose turn it is at a commit, or one of its samples."""
    turn, check = divided(int(commit, 16), [check for check in table.TABLE if check.tier is Tier.NIGHTLY])
    _, (arguments, modules) = divided(turn, samples(check.name))
    targets = {"PLEDGE_TEST_TARGETS": modules} if modules else {}
    check = replace(check, command=f"{check.command} {arguments}".strip(), environment=check.environment | targets)
    if arguments and check.name in COMMANDS:
        check = replace(check, command=f"{COMMANDS[check.name]} {arguments}")
    title = f"{check.protects} (the shard of {commit[:8]}: {check.line()})"
    return replace(check, protects=title, minutes=min(check.minutes, MINUTES))


def divided(number, choices):
    """Returns one of the choices, and what is left of the number for another choice."""
    rest, index = divmod(number, len(choices))
    return rest, choices[index]


# The commands of checks whose arguments a sample replaces.
COMMANDS = {
    "tests-whole": "Scripts/Checks/tests-in", "fuzz-search": "Scripts/Proofs/fuzz",
    "hostile-search": "Scripts/Proofs/hostile",
}


def samples(name):
    """Returns the arguments and the test targets of each part of a nightly check; empty ones for the whole check."""
    modules = sorted(folder.name for folder in (ROOT / "Tests").glob("*Tests"))
    if name == "tests-whole":
        return [(mode, module) for mode in ("release", "thread", "address") for module in modules]
    if name == "clients-sanitized":
        folders = (ROOT / "Tests/Clients").glob("*/Tests/*Tests")
        return [(folder.name, "") for folder in sorted(folders) if re.search("Bridges|Compat", str(folder))]
    if name == "examples":
        hosts = tests("Examples/fanout/Tests/Hosts/test_hosts.py", "Hosts")
        return [("userloader", ""), *((f"hosts Hosts.{test}", "") for test in hosts)]
    if name == "docs-in-browser":
        pages = tests("Tests/Site/test_every_page.py", "EveryPage")
        return [("test_pages", ""), *((f"test_every_page.EveryPage.{test}", "") for test in pages)]
    if name == "mutations":
        return [(names, "") for names in mutations()]
    return {
        "swift-6.2": [("", module) for module in modules], "arm64": [(module, module) for module in modules],
        "pauses": [("--package .", module) for module in modules], "fuzz-search": [("--time 300", "")],
        "hostile-search": [("--time 300", "")],
        "packages": [(part, "") for part in ("swiftbuild", "static", "migration")],
    }.get(name, [("", "")])


def tests(file, name):
    """Returns the names of the tests in a class."""
    body = (ROOT / file).read_text().partition(f"\nclass {name}(")[2].partition("\nclass ")[0]
    return re.findall(r"def (test_\w+)", body)


def mutations():
    """Yields the names of mutations that one method catches, three at a time."""
    plan = tomllib.loads((ROOT / "Verification/Mutations/Mutations.toml").read_text())
    for method in sorted(plan["methods"].keys() - LONG_METHODS):
        names = [mutation["name"] for mutation in plan["mutation"] if mutation["method"] == method]
        for start in range(0, len(names), 3):
            yield " ".join(names[start:start + 3])
