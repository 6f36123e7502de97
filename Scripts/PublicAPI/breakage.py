"""Compares the public API with the last release, and the changes that break with what was said."""
from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass

import changelog

NAME = re.compile(r"API breakage: (\w+) (\S+)")
SECTION = re.compile(r"^## (\w+)$", re.M)
DECLARED = re.compile(
    r"\b(?:func|var|let|case|class(?! func| var)|struct|enum|protocol|typealias|macro)"
    r" (\w+|[^\w\s(<]+)"
)
# What the compiler compares is built without traits: of these it sees nothing.
BEHIND_TRAITS = ("PledgeCombine", "PledgeMacros", "PledgeNIO", "PledgeObservability")
CODE = re.compile(r"`+([^`]+)`+")
VERSION = re.compile(r"^v?(\d+)\.(\d+)\.(\d+)$")
TAGS = ("[0-9]*", "v[0-9]*")


class BreakageError(Exception):
    """The comparison itself failed."""


def last_tag(root):
    """Returns the last release that this clone knows of, if any."""
    patterns = [f"--match={pattern}" for pattern in TAGS]
    found = run(root, "git", "describe", "--tags", "--abbrev=0", *patterns)
    return found.stdout.strip() if found.returncode == 0 else ""


def lack(root, text, tag):
    """Returns what keeps this clone from comparing with the last release of the changelog, if anything."""
    history = run(root, "git", "rev-parse", "--is-shallow-repository")
    if history.returncode != 0:
        return f"the last release is unknown without git: {history.stderr.strip()}"
    if history.stdout.strip() != "false":
        return "the history is cut off, and the last release with it: git fetch --unshallow --tags"
    found = changelog.sections(text)
    released = next((section.name for section in found if VERSION.match(section.name)), "")
    # The commit of a release has no tag yet, and nothing under Unreleased.
    is_release = not found or not changelog.ENTRY.search(found[0].text)
    if released in ("", tag.removeprefix("v")) or is_release:
        return ""
    return f"{released} has been released, but this clone has no tag of it: git fetch --tags"


@dataclass(frozen=True)
class Breakage:
    """Something that has broken: in words, and the base name of what it is about."""

    text: str
    name: str


def found_by_compiler(root, tag):
    """Returns what the compiler finds to have broken since the tag."""
    found = run(root, "swift", "package", "diagnose-api-breaking-changes", tag)
    lines = [line.strip() for line in found.stdout.splitlines() if NAME.search(line)]
    if found.returncode != 0 and not lines:
        raise BreakageError(f"there was no comparison with {tag}:\n{found.stdout}{found.stderr}")
    return [Breakage(line, name(line)) for line in dict.fromkeys(lines)]


def gone_behind_traits(root, tag, path):
    """Returns what the page no longer lists of the products that the compiler does not see."""
    shown = run(root, "git", "show", f"{tag}:{path}")
    if shown.returncode != 0:
        raise BreakageError(f"{tag} has no {path} to compare with: {shown.stderr.strip()}")
    return gone(shown.stdout, (root / path).read_text(encoding="utf-8"))


def gone(before, after):
    """Returns what is listed before and not after; what is written in other words is gone, too."""
    old, new = listed(before), listed(after)
    return [
        Breakage(f"{product} has lost or changed: {line}", name)
        for product in BEHIND_TRAITS
        for line, name in old.get(product, {}).items()
        if line not in new.get(product, {})
    ]


def listed(page):
    """Returns the declarations of every product on a page, with their base names."""
    found = {}
    for product, text in changelog.parts(SECTION, page):
        names, owner = found.setdefault(product, {}), ""
        for line in text.splitlines():
            declared = DECLARED.search(line)
            if not line.startswith(" "):
                owner = declared[1] if declared else line.removeprefix("extension ").split(" ")[0]
            if declared or "init" in line:
                names[line.strip()] = declared[1] if declared else owner
    return found


def run(root, *command):
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


def problems(breakages, text, tag):
    """Returns what is wrong with these breakages since the tag, given the changelog's text."""
    if not breakages:
        return []
    newer = since(changelog.sections(text), tag)
    said = " ".join(CODE.findall("\n".join(s.entries("Changed", "Removed") for s in newer)))
    unsaid = [
        f"{each.text}\n  neither Changed nor Removed of CHANGELOG.md names `{each.name}`"
        for each in breakages
        if not is_named(each.name, said)
    ]
    return unsaid + version_problems(newer, tag)


def since(sections, tag):
    """Returns the sections above that of the tag."""
    names, version = [section.name for section in sections], tag.removeprefix("v")
    return sections[: names.index(version)] if version in names else sections


def name(line):
    """Returns the base name that a line is about; for an initializer, that of its type."""
    kind, path = NAME.search(line).groups()
    parts = re.sub(r"(?<=.)\(.*", "", path).split(".")
    if kind == "accessor" or parts[-1] == "init":
        parts = parts[:-1] or parts
    return parts[-1] or path


def is_named(word, text):
    edges = r"(?<!\w){}(?!\w)" if re.match(r"\w", word) else "{}"
    return re.search(edges.format(re.escape(word)), text) is not None


def version_problems(newer, tag):
    """Returns a problem if the version above the tag is one that may not break anything."""
    version = next((each.name for each in newer if VERSION.match(each.name)), "")
    old, new = VERSION.match(tag), VERSION.match(version)
    if not old or not new:
        return []
    if int(new[1]) > int(old[1]) or (new[1] == "0" and int(new[2]) > int(old[2])):
        return []
    return [f"{version} may not break what {tag} has; {next_version(old)} may"]


def next_version(old):
    return f"0.{int(old[2]) + 1}.0" if old[1] == "0" else f"{int(old[1]) + 1}.0.0"
