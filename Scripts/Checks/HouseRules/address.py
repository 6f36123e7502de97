"""Finds addresses and versions of this package that differ from those in the README."""
import re

ADDRESS = re.compile(r"\bgithub\.com[/:](?P<it>[\w.-]+/pledge)\b(?!-)")
VERSIONS = re.compile(ADDRESS.pattern.replace("<it>", "<address>") + r'", (?P<it>.*?from: "[^"]*"\)?)')
CASES = {ADDRESS: "the repository's", VERSIONS: "the version to install"}


def problems(sources):
    readme = sources.get("README.md")
    for pattern, meaning in CASES.items():
        stated = pattern.search(readme.text) if readme else None
        expected = stated["it"] if stated else "none"
        for source in sources.values():
            for found in pattern.finditer(source.text):
                if found["it"] != expected:
                    yield source.found(found.start(), f"{found['it']} is not {meaning}: README.md states {expected}")
