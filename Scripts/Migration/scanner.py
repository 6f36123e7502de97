"""Separates the code of a Swift file from its comments, strings, and regular expressions."""
from __future__ import annotations

import functools
import re

# All tokens that can begin something other than code, and the parentheses of interpolations.
TOKEN = re.compile(
    r"(?P<comment>//[^\r\n]*)|(?P<block>/\*)|`(?P<name>[^`\r\n]*)`"
    r"|(?P<sharp>#+)/(?s:.*?)/(?P=sharp)|(?P<regex>/)"
    r'|(?P<signs>\#*)(?P<quote>"""(?=[ \t]*(?:[\r\n]|\Z))|")|[()]'
)
# A slash begins a regular expression only where an operand is possible.
OPERAND = re.compile(
    r"(?:[(\[{,;:\r\n]|[-+*%<^~=?&|>!]\s"
    r"|\b(?:return|in|is|as|do|then|yield|case|where|if|while|guard|try|await|throw|else)\s)"
    r"[ \t]*\Z"
)
REGEX = re.compile(
    r"/(?![\s/*)])(?:\\[^\r\n]|\[(?:\\[^\r\n]|[^\]\\\r\n])*\]|[^/\\\[\r\n])*(?<![ \t])/"
)


def code(text):
    """Returns `text` with everything but code blanked. Code keeps its offsets and lines.

    Interpolations are code.
    """
    return blanked(text, scan(text))


def without_comments(text):
    return blanked(text, [span for span in scan(text) if span[2]])


def blanked(text, spans):
    kept, position = [], 0
    for start, end, _ in spans:
        kept += text[position:start], re.sub(r"[^\r\n]", " ", text[start:end])
        position = end
    return "".join(kept) + text[position:]


def scan(text):
    """Returns the start and end of everything that is not code, and whether it is a comment."""
    spans, strings, depth, position = [], [], 0, 0
    while found := TOKEN.search(text, position):
        start, position, string = found.start(), found.end(), None
        if found["quote"]:
            string = found["signs"], found["quote"]
        elif found[0] == ")" and depth == 0 and strings:
            # The interpolation ends, and its string continues.
            string, depth = strings.pop()
        elif found[0] in "()":
            depth += 1 if found[0] == "(" else -1
        else:
            position = end_of_other(text, found)
            if position > start + 1 and not re.fullmatch(r"\w+", found["name"] or ""):
                spans.append((start, position, found[0].startswith(("//", "/*"))))
        if string:
            position, is_interrupted = end_of_string(text, position, *string)
            spans.append((start, position, False))
            if is_interrupted:
                strings.append((string, depth))
                depth = 0
    return spans


def end_of_other(text, found):
    """Returns the end of a token that begins neither a string nor an interpolation."""
    if found["regex"]:
        before = "\n" + text[max(0, found.start() - 80) : found.start()]
        literal = OPERAND.search(before) and REGEX.match(text, found.start())
        return literal.end() if literal else found.end()
    if not found["block"]:
        return found.end()
    depth = 1
    for mark in re.compile(r"/\*|\*/").finditer(text, found.end()):
        depth += 1 if mark[0] == "/*" else -1
        if depth == 0:
            return mark.end()
    return len(text)


def end_of_string(text, position, signs, quote):
    """Returns the offset at which a string ends or is interrupted, and whether it is interrupted."""
    for found in stops(signs, quote).finditer(text, position):
        if found.lastgroup:
            end = found.start() if found["line"] else found.end()
            return end, found.lastgroup == "interpolation"
    return len(text), False


@functools.lru_cache(maxsize=None)
def stops(signs, quote):
    """Returns a pattern with a group for each token that stops a string, and none for escapes."""
    line = r"[\r\n]" if quote == '"' else r"(?!)"
    return re.compile(
        rf"(?P<interpolation>\\{signs}\()|\\{signs}[^\r\n]|(?P<quote>{quote}{signs})|(?P<line>{line})"
    )
