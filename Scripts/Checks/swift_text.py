"""Separates the code of formatted Swift from its comments and strings, and finds function bodies."""
import re

STRING = r'"(?:\\.|[^"\\\n])*"'
PARENTHESES = rf'\((?:[^()"]|{STRING})*\)'
# The maximum nesting of strings and calls in interpolations in this repository.
for _ in range(3):
    PARENTHESES = rf'\((?:[^()"]|{STRING}|{PARENTHESES})*\)'
    STRING = rf'"(?:\\{PARENTHESES}|\\[^(]|[^"\\\n])*"'
RAW = r'(?P<signs>#+)"(?:""[\s\S]*?""|[^\n]*?)"(?P=signs)'
LONG = rf'"""(?:\\{PARENTHESES}|\\[^(]|[^\\])*?"""'
# Not a division: it follows a parenthesis or a space, and no space follows it.
REGEX = r"(?<=[(\s])(?P<hashes>#*)/(?![\s/*])(?:\\.|[^/\\\n])+/(?P=hashes)"
NO_CODE = re.compile(rf"//.*|/\*[\s\S]*?\*/|`[^`\n]*`|{RAW}|{LONG}|{STRING}|{REGEX}")
INTERPOLATION = re.compile(rf"(\\{PARENTHESES})")

DECLARATION = re.compile(r"(?<![.\w])(?:func|deinit|subscript|init|var)\b(?!\s*:)")
AFTER = re.compile(
    r"[(){}\[\];]|(?<!=)=(?!=)|(?<![.\w])(?:func|init|deinit|subscript|var|let|case)\b"
)


def code(text):
    """Returns `text` with comments, literals, and raw identifiers blanked. Lines are kept."""
    return NO_CODE.sub(blanked, text)


def blanked(found):
    if found[0][0] == "`":
        return found[0] if found[0][1:-1].isidentifier() else f"`{' ' * (len(found[0]) - 2)}`"
    if found[0][0] != '"':
        return re.sub(r"[^\n]", " ", found[0])
    # Interpolations are code, after the backslash.
    parts = enumerate(INTERPOLATION.split(found[0]))
    return "".join(" " + code(part[1:]) if at % 2 else re.sub(r"[^\n]", " ", part) for at, part in parts)


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
