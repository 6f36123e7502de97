"""Reads Swift source just well enough to tell where bodies of functions begin and end."""
import pathlib
import re
import sys

# Behind the folder of the script that runs, whose modules come first.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Migration"))
import scanner  # noqa: E402

DECLARATION = re.compile(r"(?<![.\w])(?:func|deinit|subscript|init|var)\b(?!\s*:)")
AFTER = re.compile(
    r"[(){}\[\];]|(?<!=)=(?!=)|(?<![.\w])(?:func|init|deinit|subscript|var|let|case)\b"
)


def code(text):
    """Returns `text` with what is inside comments, strings and backticks blanked, line for line."""
    kept = list(scanner.code(text))
    for start, end, _ in scanner.scan(text):
        if text[start] == "`":
            kept[start] = kept[end - 1] = "`"
    return "".join(kept)


def bodies(code):
    """Yields the offset of each declaration that has a body, and how many lines the body has."""
    for declaration in DECLARATION.finditer(code):
        if opening := start_of_body(code, declaration.end()):
            closing = end_of_body(code, opening)
            yield declaration.start(), max(code.count("\n", opening, closing) - 1, 0)


def start_of_body(code, position):
    """Returns where the body opens, or nothing for a requirement, a call or a stored value."""
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
