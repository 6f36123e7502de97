#!/usr/bin/env python3
"""Checks that CHANGELOG.md names what breaks source since the last release, and that the next version may break it.

Breakages are found by `swift package diagnose-api-breaking-changes`. It builds the release without traits, so the
modules of products behind traits are empty there: of these, every line with a public declaration that is gone counts.
"""
import itertools
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BEHIND_TRAITS = (
    "Sources/Bridges/PledgeCombine", "Sources/Bridges/PledgeNIO", "Sources/Bridges/PledgeObservability",
    "Sources/PledgeMacros",
)
VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)$")
ENTRY = re.compile(r"^- ", re.M)
CODE = re.compile(r"`+([^`]+)`+")
DECLARED = re.compile(r"\bpublic\b.*?\b(?:func|var|let|macro|typealias|struct|enum|class|init|subscript)\b ?(\w*)")
# The changelog names the type that declares these instead.
NAMELESS = {"init", "Get", "Set", "Read", "Modify"}


def problems(root):
    """Returns the changes since the last release that CHANGELOG.md does not describe or may not contain."""
    changelog = split(r"^## \[(.+?)\].*$", (root / "CHANGELOG.md").read_text(encoding="utf-8"))
    tag = last_release(root, changelog)
    if not tag:
        print("idle, nothing was compared: CHANGELOG.md has no release before this commit")
        return []
    newer = dict(itertools.takewhile(lambda section: section[0] != tag, changelog.items()))
    broken = {**broken_for_compiler(root, tag), **gone(root, tag)}
    found = undescribed(broken, newer) + (version_problems(tag, newer) if broken else [])
    if not found:
        print(f"CHANGELOG.md describes the changes since {tag}, {len(broken)} of which break source")
    return found


def split(heading, text):
    """Returns the text below each heading, by the part of the heading that the pattern captures."""
    parts = re.split(heading, text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def git(root, *arguments):
    run = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"error: the last release cannot be read: git {' '.join(arguments)}: {run.stderr.strip()}")
    return run.stdout


def last_release(root, changelog):
    """Returns the tag of the last release before this commit, if there is one."""
    versions, tags = [name for name in changelog if VERSION.match(name)], git(root, "tag").split()
    # The commit of a release has no tag yet, and nothing under Unreleased.
    if versions and versions[0] not in tags and not ENTRY.search(changelog.get("Unreleased", "")):
        versions.pop(0)
    if versions and versions[0] not in tags:
        sys.exit(f"error: this clone lacks the tag {versions[0]} of CHANGELOG.md: git fetch --unshallow --tags")
    return versions[0] if versions else None


def broken_for_compiler(root, tag):
    """Returns the breakages that the compiler finds, each with the name of its declaration."""
    command = ["swift", "package", "diagnose-api-breaking-changes", tag]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    found = re.findall(r"API breakage: (\w+ (\S+).*)", run.stdout)
    if run.returncode != 0 and not found:
        sys.exit(f"error: {' '.join(command)} failed:\n{run.stdout}{run.stderr}")
    return {line: base_name(path) for line, path in found}


def base_name(path):
    names = re.sub(r"(?<=.)\(.*", "", path).split(".")
    return names[-2] if names[-1] in NAMELESS and len(names) > 1 else names[-1]


def gone(root, tag):
    """Returns the lines that declare something public in the modules behind traits, and no longer exist."""
    found, path = {}, ""
    diff = git(root, "diff", tag, "--", *BEHIND_TRAITS).splitlines()
    kept = {line[1:].strip() for line in diff if line.startswith("+")}
    for line in diff:
        if line.startswith("--- "):
            path = line[6:]
        elif line.startswith("-") and (declared := DECLARED.search(line)) and line[1:].strip() not in kept:
            found[f"{path} no longer has: {line[1:].strip()}"] = declared[1] or pathlib.Path(path).stem
    return found


def undescribed(broken, newer):
    """Returns the breakages that the newer sections do not name as code under Changed or Removed."""
    groups = [split(r"^### (\w+)$", section) for section in newer.values()]
    entries = "".join(group.get("Changed", "") + group.get("Removed", "") for group in groups)
    named = set(re.findall(r"\w+|[^\w\s().,:]+", " ".join(CODE.findall(entries))))
    return [
        f"{line}\n  neither Changed nor Removed of CHANGELOG.md names `{name}`"
        for line, name in broken.items()
        if name not in named
    ]


def version_problems(tag, newer):
    """Returns a problem if the version after the tag may not break source."""
    version = next((name for name in newer if VERSION.match(name)), None)
    if version is None:
        return []
    old, new = ([int(number) for number in VERSION.match(each).groups()] for each in (tag, version))
    # Before 1.0, a minor version may break source.
    length = 1 if old[0] else 2
    if new[:length] > old[:length]:
        return []
    allowed = f"{old[0] + 1}.0.0" if old[0] else f"0.{old[1] + 1}.0"
    return [f"{version} breaks source of {tag}; the first version that may is {allowed}"]


if __name__ == "__main__":
    found = problems(ROOT)
    print("\n".join(f"error: {problem}" for problem in found), end="\n" * bool(found))
    sys.exit(bool(found))
