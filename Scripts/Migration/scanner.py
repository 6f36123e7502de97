"""Tells the code of a Swift file from its comments and strings, whatever the file is."""
from __future__ import annotations

import functools
import re

# What may begin something else than code, and the parentheses that end an interpolation.
TOKEN = re.compile(r'//|/\*|`[^`\r\n]*`|#+(?:"""|"|/)?|"""|"|/|[()]')
COMMENT = re.compile(r"/\*|\*/")
NAME = re.compile(r"`\w+`")
ESCAPE = re.compile(r"\\.")
NOT_BLANK = re.compile(r"[^\r\n]")
LINE = re.compile(r"\r\n|\r|\n")

# A slash begins a regular expression where an operand may stand, and no blank follows. It ends on
# its line, not behind a blank.
OPERAND = re.compile(
    r"(?:[(\[{,;:\r\n]|[-+*%<^~=?&|>!]\s"
    r"|\b(?:return|in|is|as|do|then|yield|case|where|if|while|guard|try|await|throw|else)\s)"
    r"[ \t]*\Z"
)
REGEX = re.compile(
    r"/(?![\s/*)])(?:\\[^\r\n]|\[(?:\\[^\r\n]|[^\]\\\r\n])*\]|[^/\\\[\r\n])*(?<![ \t])/"
)


def code(text):
    """Returns `text` with comments and strings blanked, each character and line in its place.

    What is interpolated into a string is code.
    """
    return blanked(text, scan(text))


def without_comments(text):
    return blanked(text, [span for span in scan(text) if span[2]])


def blanked(text, spans):
    kept, position = [], 0
    for start, end, _ in spans:
        kept.append(text[position:start])
        kept.append(NOT_BLANK.sub(" ", text[start:end]))
        position = end
    return "".join(kept) + text[position:]


def line_ends(text):
    """Returns where each line ends; the compiler, too, takes a carriage return for an end."""
    return [found.end() for found in LINE.finditer(text)]


def scan(text):
    """Returns the start and the end of all that is no code, and whether it is a comment."""
    spans, outer, depth = [], [], 0
    position = end_of_line(text, 0) if text.startswith("#!") else 0
    while found := TOKEN.search(text, position):
        token, start, position = found[0], found.start(), found.end()
        string = None
        if token == "(":
            depth += 1
        elif token == ")" and depth == 0 and outer:
            string, depth = outer.pop()
        elif token == ")":
            depth -= 1
        elif token.endswith('"'):
            string, position = opened(text, found)
        else:
            position, is_comment = end_of_other(text, found, spans)
            if is_comment is not None:
                spans.append((start, position, is_comment))
        if string:
            position, is_interrupted = end_of_string(text, position, *string)
            spans.append((start, position, False))
            if is_interrupted:
                outer.append((string, depth))
                depth = 0
    return spans


def never_ends(text):
    """Returns where the string or comment begins that the end of a text is in, or None."""
    # A string of one line ends with the line.
    spans = scan(text + "\n ") if '"""' in text or "/*" in text else []
    return spans[-1][0] if spans and spans[-1][1] > len(text) + 1 else None


def end_of_other(text, found, spans):
    """Returns where any other token ends, and whether it is a comment; None stands for code."""
    token, end = found[0], found.end()
    if token == "//":
        return end_of_line(text, end), True
    if token == "/*":
        return end_of_comment(text, end), True
    if token.startswith("`"):
        return end, None if NAME.fullmatch(token) else False
    if token.startswith("#") and token.endswith("/"):
        closing = text.find("/" + token[:-1], end)
        return (closing + len(token), False) if closing >= 0 else (end, None)
    literal = REGEX.match(text, found.start())
    if token == "/" and literal and OPERAND.search(code_before(text, found.start(), spans)):
        unescaped = ESCAPE.sub("", literal[0])
        if unescaped.count("(") == unescaped.count(")"):
            return literal.end(), False
    return end, None


def code_before(text, position, spans):
    """Returns what is right before a place, with a blank for each comment."""
    before = ""
    for start, end, is_comment in reversed(spans):
        if not is_comment or text[end:position].strip():
            break
        before, position = " " + text[end:position] + before, start
    # The beginning of a file is that of a line.
    return (text[position - 80 : position] if position > 80 else "\n" + text[:position]) + before


def end_of_line(text, position):
    found = LINE.search(text, position)
    return found.start() if found else len(text)


def end_of_comment(text, position):
    depth = 1
    while depth and (found := COMMENT.search(text, position)):
        position = found.end()
        depth += 1 if found[0] == "/*" else -1
    return position if depth == 0 else len(text)


def opened(text, found):
    """Returns the number signs of a string, whether it has many lines, and where it begins."""
    signs = found[0].count("#")
    is_long = found[0].endswith('"""')
    begin = found.start() + signs + 1
    if is_long and signs and '"' + "#" * signs in text[begin : end_of_line(text, begin)]:
        # #"""# is a quote in quotes.
        return (signs, False), begin
    return (signs, is_long), found.end()


def end_of_string(text, position, signs, is_long):
    """Returns where a string ends, and whether that is an interpolation."""
    found = ends(signs, is_long).search(text, position)
    while found and found.lastgroup is None:
        found = ends(signs, is_long).search(text, found.end())
    if not found:
        return len(text), False
    return (found.start() if found.lastgroup == "line" else found.end()), found.lastgroup == "more"


@functools.lru_cache(maxsize=None)
def ends(signs, is_long):
    """Finds what ends a string, and, in no group, what is escaped in it."""
    escape = r"\\" + "#" * signs
    quote = ('"""' if is_long else '"') + "#" * signs
    line = "" if is_long else r"|(?P<line>[\r\n])"
    return re.compile(rf"(?P<more>{escape}\()|{escape}[^\r\n]|(?P<quote>{quote}){line}")
