"""Finds files, bodies, and comments that are too long."""
import ast
import re

import swift_bodies

SUFFIXES = (".swift", ".c", ".h", ".py")
LIMIT, LIMIT_OF_TESTS = 300, 400
BODY_LIMIT = 40
# The formatter wraps code, but no comments. Rows of tables and expected diagnostics cannot be wrapped.
COMMENT, COLUMNS = re.compile(r"\s*//(?!/ \||/? expect: )"), 100


def problems(source):
    if source.suffix not in SUFFIXES:
        return
    limit = LIMIT_OF_TESTS if "Tests" in source.name.split("/")[:2] else LIMIT
    length = len(source.text.splitlines())
    if length > limit:
        yield f"{source.name}:{limit}: {length} lines; the limit is {limit}"
    if source.suffix == ".swift":
        for line, text in enumerate(source.text.splitlines(), 1):
            if len(text) > COLUMNS and COMMENT.match(text):
                yield f"{source.name}:{line}: a comment of {len(text)} columns; the limit is {COLUMNS}"
    for line, body in bodies(source):
        if body > BODY_LIMIT:
            yield f"{source.name}:{line}: a body of {body} lines; the limit is {BODY_LIMIT}"


def bodies(source):
    """Yields the line of each function or computed value, and the number of lines in its body."""
    if source.suffix == ".py":
        for node in ast.walk(ast.parse(source.text, source.name)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node.lineno, node.end_lineno - node.body[0].lineno + 1
    elif source.suffix == ".swift" and not source.name.endswith("Package.swift"):
        for offset, body in swift_bodies.bodies(source.code):
            yield source.line(offset), body
