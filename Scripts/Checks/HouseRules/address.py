"""Finds addresses of this repository that differ from the one in the README."""
import re

ADDRESS = re.compile(r"\bgithub\.com[/:]([\w.-]+/pledge)\b(?!-)")


def problems(sources):
    readme = sources.get("README.md")
    stated = ADDRESS.search(readme.text) if readme else None
    address = stated[1] if stated else "no address"
    for source in sources.values():
        for found in ADDRESS.finditer(source.text):
            if found[1] != address:
                yield source.found(found.start(), f"{found[1]} is not the repository's: README.md states {address}")
