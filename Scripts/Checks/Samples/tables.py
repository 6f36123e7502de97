"""The tables of Documentation/Features.md: what each row has to have, and its code spans."""
import re

from pages import Sample

PAGE = "Documentation/Features.md"

TABLE = re.compile(r"^\|(.*)\|\n\|[-:| ]+\|\n((?:\|.*\n)+)", re.M)
ROW = re.compile(
    r"\| (?:\\.|[^|\\])+ \| (?P<answer>(?:\\.|[^|\\])+) \|(?: (?P<libraries>[^|\\`]+) \|)?"
)
ANSWER = re.compile(r"`|\*\*(?:Yes|No):\*\* ")
# The head of a table whose rows have a third cell, with the letters of libraries; what they stand
# for is at the beginning of the page.
WITH_LIBRARIES = " Feature | Pledge | In "
LIBRARY = re.compile(r"\*\*([A-Z][A-Zx]?)\*\* ")
SPAN = re.compile(r"`([^`]+)`")
CITATION = re.compile(r"\bspec\s+(\d+(?:\.\d+)+)")
CLAUSE = re.compile(r"^- \*\*([\d.]+)\*\*", re.M)


def line(page, offset):
    return page.count("\n", 0, offset) + 1


def rows(page):
    """Yields the line of each row, its match if it has its cells, and whether it has libraries."""
    for table in TABLE.finditer(page):
        first, is_feature = line(page, table.start(2)), table[1] == WITH_LIBRARIES
        for number, text in enumerate(table[2].splitlines(), first):
            row = ROW.fullmatch(text)
            yield number, row if row and is_feature == bool(row["libraries"]) else None, is_feature


def problems(page, specification):
    """Yields the line of each row that is not as it should be, and why."""
    known = LIBRARY.findall(page.partition("\n## ")[0])
    for number, row, is_feature in rows(page):
        if not row:
            third = ", and libraries" if is_feature else ", and no third cell"
            yield number, f"a row has a feature, an answer{third}"
        elif not ANSWER.match(row["answer"]):
            yield number, f"an answer begins with a recipe, Yes or No: {row['answer']}"
        elif is_feature and not are_libraries(row["libraries"], known):
            found = row["libraries"]
            yield number, f"libraries are a dash, or some of {' '.join(known)}, in order: {found}"
    clauses = set(CLAUSE.findall(specification))
    for citation in CITATION.finditer(page):
        if citation[1] not in clauses:
            yield line(page, citation.start()), f"SPECIFICATION.md has no clause {citation[1]}"


def are_libraries(text, known):
    """Whether a cell has letters of libraries, each once and in order, or a dash for none."""
    letters = [re.sub(r"\((\w+)\)", r"\1", word) for word in text.split()]
    return text == "–" or letters == [letter for letter in known if letter in letters]


def samples(page):
    """Yields the recipes in the answers, at the column that they have in the page."""
    for number, row, _ in rows(page):
        for span in SPAN.finditer(row[0], *row.span("answer")) if row else ():
            yield Sample(PAGE, number, " " * span.start(1) + span[1].replace("\\|", "|"))
