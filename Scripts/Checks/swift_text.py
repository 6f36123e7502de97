"""Reads Swift source just well enough to tell code from comments and strings."""
import re

OPENING = re.compile(r'//[^\n]*|/\*.*?\*/|`[^`\n]*`|#*"""|#*"', re.S)
NESTED = re.compile(r'[()]|#*"""|#*"')
DECLARATION = re.compile(r"(?<![.\w])(?:func|deinit|subscript|init|var)\b(?!\s*:)")
AFTER = re.compile(
    r"[(){}\[\];]|(?<!=)=(?!=)|(?<![.\w])(?:func|init|deinit|subscript|var|let|case)\b"
)


def code(text):
    """Returns `text` with what is inside comments, strings and backticks blanked, line for line."""
    kept, position = [], 0
    while opening := OPENING.search(text, position):
        end = opening.end()
        if opening[0].endswith('"'):
            end = end_of_string(text, end, opening[0])
        kept.append(text[position : opening.start()])
        kept.append(re.sub(r"[^\n`]", " ", text[opening.start() : end]))
        position = end
    return "".join(kept) + text[position:]


def end_of_string(text, position, delimiter):
    quote = delimiter.lstrip("#")
    hashes = delimiter[: len(delimiter) - len(quote)]
    closing, escape = quote + hashes, "\\" + hashes
    while position < len(text) and not text.startswith(closing, position):
        if text.startswith(escape + "(", position):
            position = end_of_interpolation(text, position + len(escape) + 1)
        elif text.startswith(escape, position):
            position += len(escape) + 1
        else:
            position += 1
    return position + len(closing)


def end_of_interpolation(text, position):
    depth = 1
    while depth and (found := NESTED.search(text, position)):
        position = found.end()
        if found[0].endswith('"'):
            position = end_of_string(text, position, found[0])
        else:
            depth += 1 if found[0] == "(" else -1
    return position


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
