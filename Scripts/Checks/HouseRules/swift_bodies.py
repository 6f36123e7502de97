"""Finds the bodies of functions and computed values in the code of formatted Swift."""
import re

DECLARATION = re.compile(r"(?<![.\w])(?:func|deinit|subscript|init|var)\b(?!\s*:)")
AFTER = re.compile(
    r"[(){}\[\];]|(?<!=)=(?!=)|(?<![.\w])(?:func|init|deinit|subscript|var|let|case)\b"
)


def bodies(code):
    """Yields the offset of each declaration with a body, and the number of lines in the body."""
    for declaration in DECLARATION.finditer(code):
        if opening := start_of_body(code, declaration.end()):
            closing = end_of_body(code, opening)
            yield declaration.start(), max(code.count("\n", opening, closing) - 1, 0)


def start_of_body(code, position):
    """Returns the start of the body, or `None` for a requirement, a call, or a stored value."""
    depth = 0
    for found in AFTER.finditer(code, position):
        if found[0] in "([":
            depth += 1
        elif found[0] in ")]":
            depth -= 1
        elif depth == 0:
            return found.start() if found[0] == "{" else None
        if depth < 0:
            return None
    return None


def end_of_body(code, opening):
    depth = 0
    for found in re.compile(r"[{}]").finditer(code, opening):
        depth += 1 if found[0] == "{" else -1
        if depth == 0:
            return found.start()
    return len(code)
