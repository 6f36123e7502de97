"""The samples in doc comments: a Swift file is a page, which consists of what they say.

A sample in a doc comment is indented by four, or fenced as swift like those of other pages.
"""
import re

import pages

# The modules that the samples of pages import; alone.py has the others.
PATTERNS = (
    "Sources/Pledge/**/*.swift",
    "Sources/PledgeTesting/**/*.swift",
    "Sources/PledgeTrace/**/*.swift",
    "Sources/Bridges/PledgeFoundation/**/*.swift",
)

MARKER = re.compile(r" *///")
# One space follows the marker, four are the indentation.
CODE = re.compile(r" */// {5}")


def names(root, patterns=PATTERNS):
    """Returns the Swift files of the modules, without what a catalogue of theirs shows."""
    found = {path.relative_to(root) for pattern in patterns for path in root.glob(pattern)}
    return sorted(path.as_posix() for path in found if ".docc/" not in path.as_posix())


def read(page, text):
    """Returns the samples of a file, and what is wrong with how they are written."""
    markdown = said(text)
    samples, problems = pages.read(page, markdown)
    for block in pages.blocks(markdown.splitlines()):
        if block.language not in ("swift", "text"):
            problems.append((block.first, "fence it as swift, which is compiled, or as text"))
    return samples, problems


def said(text):
    """Returns what the doc comments of a file say, at their lines and columns, all code fenced.

    The lines around indented code become its fences. What is indented below a line of text goes on
    with that, as the description of a parameter does.
    """
    lines = text.splitlines()
    page = [bare(line) for line in lines] + [""]
    for first, end in list(indented(lines, page)):
        page[first - 1], page[end] = "```swift", "```"
    return "\n".join(page) + "\n"


def bare(line):
    marker = MARKER.match(line)
    return (" " * marker.end() + line[marker.end() :]).rstrip() if marker else ""


def indented(lines, page):
    """Yields the first line of each block of indented code, and the line after its last one."""
    fenced = {
        block.first + offset for block in pages.blocks(page) for offset in range(len(block.lines))
    }
    index = 1
    while index < len(lines):
        end = index
        if CODE.match(lines[index]) and not page[index - 1] and index not in fenced:
            end = end_of_code(lines, page, index)
            yield index, end
        index = end + 1


def end_of_code(lines, page, index):
    """Returns the line after the last one of code; it may have empty lines in between."""
    end = index
    while index < len(lines) and MARKER.match(lines[index]):
        if CODE.match(lines[index]) and page[index]:
            end = index + 1
        elif page[index]:
            break
        index += 1
    return end
