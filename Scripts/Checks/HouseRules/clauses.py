"""Compares the clauses of the specification with the conformance tests."""
import re

# A clause is an item with a number. A conformance test has the number and the first sentence of its clause, as the name
# of its function, which has no backticks, or as a string, if that is too long for a line, or not the only one.
CLAUSE = re.compile(r"^[-*]\s+\*\*(\d+(?:\.\d+)+)\*\*\s+((?:.+\n)(?:[ \t]+.+\n)*)", re.M)
TEST = re.compile(
    r'@Test\b(?:\(\s*"(?P<number>\d+(?:\.\d+)+) (?P<text>(?:\\.|[^"\\])*)"'
    r"|(?:(?!\bfunc\b)[^}])*\bfunc `(?P<named>\d+(?:\.\d+)+) (?P<name>[^`]*)`)?")


def problems(specification, tests):
    clauses, tested = {}, set()
    for found in CLAUSE.finditer(specification.text):
        if found[1] in clauses:
            yield specification.found(found.start(1), f"clause {found[1]} appears twice")
        clauses.setdefault(found[1], found)
    for source in tests:
        yield from test_problems(source, clauses, tested)
    for clause, found in clauses.items():
        if clause not in tested:
            yield specification.found(found.start(1), f"clause {clause} has no conformance test")


def test_problems(source, clauses, tested):
    for found in TEST.finditer(source.text):
        if source.code[found.start()] != "@":
            continue  # A comment that mentions tests.
        number = found["number"] or found["named"]
        clause = clauses.get(number)
        tested.add(number)
        if number is None:
            yield source.found(found.start(), "a conformance test that names no clause")
        elif clause is None:
            yield source.found(found.start(), f"SPECIFICATION.md has no clause {number}")
        else:
            begins = first_sentence(clause[2])
            name = re.sub(r"\\(.)", r"\1", found["text"]) if found["number"] else found["name"]
            if name != (begins if found["number"] else begins.replace("`", "")):
                yield source.found(found.start(), f"clause {number} begins: {begins}")


def first_sentence(text):
    return re.split(r"\.(?:\s|$)", " ".join(text.split()))[0]
