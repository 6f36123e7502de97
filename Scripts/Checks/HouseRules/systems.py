"""Compares the conditions in the sources that depend on the system with the table that says what they do on each."""
import itertools
import re

PAGE = "Documentation/Systems.md"
SOURCES = re.compile(r"Sources/.*\.(?:swift|c|h)")
CONDITION = re.compile(r"^[ \t]*#[ \t]*(?:el|else)?if(?:n?def)?[ \t]+(.*?)[ \t]*(?://.*)?$", re.M)
SYSTEM = re.compile(r"\b(?:canImport|os|arch|targetEnvironment)\(|\b__\w+|_WIN32|TARGET_OS")
ROW = re.compile(r"^\| `.*", re.M)
CELL, SPAN = re.compile(r"(?<!\\)\|"), re.compile(r"`([^`]+)`")


def problems(sources):
    """Yields each condition in a file that the table lacks, and each in the table that the file lacks."""
    page, places, listed = sources[PAGE], {}, set()
    for source in sources.values():
        if SOURCES.fullmatch(source.name):
            for found in CONDITION.finditer(source.text):
                if SYSTEM.search(found[1]):
                    places.setdefault((source.name, found[1]), (source, found.start()))
    for row in ROW.finditer(page.text):
        files, conditions = (SPAN.findall(cell.replace("\\|", "|")) for cell in CELL.split(row[0])[1:3])
        for file, condition in itertools.product(files, conditions):
            matching = {place for place in places if place[0].endswith(f"/{file}") and place[1] == condition}
            listed |= matching
            if len(matching) != 1:
                yield page.found(row.start(), f"{len(matching)} files {file} have the condition '{condition}'")
    for place in places.keys() - listed:
        source, offset = places[place]
        yield source.found(offset, f"{PAGE} does not list '{place[1]}' of this file")
