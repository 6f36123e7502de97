"""The command line of Scripts/Checks/recipes, which documents it."""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

import building
import pages

ROOT = pathlib.Path(__file__).resolve().parents[3]
NAMES = re.compile(r'\.product\(name: "(\w+)", package: "pledge"|\btraits: \[([^\]]*)\]')


def check(root):
    """Returns the report of each problem, and a summary in case there is none."""
    samples, found = pages.read(root)
    groups = {}
    for number, sample in enumerate(samples):
        if not sample.file:
            groups.setdefault(sample.group, []).append((number, sample))
    found += unknown_names(root, groups.pop("Manifests", []))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        refused = list(filter(None, pool.map(lambda group: building.compile(root, *group), groups.items())))
        running = [it for it in groups.get("Samples", []) if it[1].stated]
        if not refused:
            found += filter(None, pool.map(lambda it: building.run(root, *it), running))
    reports = [f"{page}:{line}: error: {message}" for page, line, message in sorted(found)]
    return refused + reports, f"{len(samples)} samples compile, {len(running)} print the stated output"


def unknown_names(root, samples):
    """Yields each product and trait that a manifest on a page uses, and Package.swift does not declare."""
    command = ["swift", "package", "dump-package", "--package-path", root]
    package = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    known = {it["name"] for it in package["products"] + package["traits"]}
    for _, sample in samples:
        for found in NAMES.finditer(sample.text):
            for name in set(re.findall(r"\w+", found[1] or found[2])) - known:
                line = sample.line + sample.text.count("\n", 0, found.start())
                yield sample.page, line, f"Package.swift declares no product or trait {name}"


if __name__ == "__main__":
    problems, summary = check(ROOT)
    print("\n".join(problems) or summary)
    sys.exit(bool(problems))
