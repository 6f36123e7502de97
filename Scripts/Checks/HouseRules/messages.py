"""Compares the texts that the library prints, or stops a program with, to the page that explains them."""
import re

import scanner

PAGE = "Sources/Pledge/Pledge.docc/Articles/Messages.md"
# The problems that explorations find have a page of their own.
SOURCES = re.compile(r"Sources/(?!.*(?:\.docc|/Hints|Macros\w*|/Exploration)/).*\.swift")
CALL = re.compile(r"\b(?:fatalError|precondition(?:Failure)?|debugPrint)(?=\()")
# All texts of a file that prints or fails tests are considered, because it may combine them first.
PRINT = re.compile(r"\b(?:printLine|Swift\.print|announce|assertionFailure|\w+\.record)\(")
# These describe what a dump prints.
DUMPED = re.compile(r".*/(?:PendingReport|TraceRecorder)\.swift")
# Stands for what varies.
GAP = "…"
SENTENCE = re.compile(r"[a-z]{2,}\W* \W*[a-z]", re.I)
CELL = re.compile(r"^\| (`.*?) \|", re.M)
SPAN = re.compile(r"`([^`]+)`")


def problems(sources):
    """Yields each text in the sources that the page lacks, and each in the first column of its tables that has no source."""
    page, written = sources[PAGE], []
    # Of the page and of a text with code in it, backquotes are left out.
    explained = " ".join(page.text.replace("`", "").split())
    for source in sources.values():
        if SOURCES.fullmatch(source.name):
            found = [*literals(source.text)]
            written += (text for _, text in found)
            for offset, text in printed(source, found):
                for part in parts(text):
                    if part.replace("`", "") not in explained:
                        yield source.found(offset, f"{PAGE} does not explain '{part}'")
    written = "\n".join(written).replace("`", "")
    for cell in CELL.finditer(page.text):
        for span in SPAN.finditer(cell[1]):
            for part in parts(span[1]):
                if part not in written:
                    yield page.found(cell.start(), f"no source contains '{part}'")


def printed(source, found):
    if PRINT.search(source.code) or DUMPED.fullmatch(source.name):
        return found
    calls = [(call.end(), closing(source.code, call.end())) for call in CALL.finditer(source.code)]
    return [(offset, text) for offset, text in found if any(start < offset < end for start, end in calls)]


def closing(code, start):
    """Returns the offset of the parenthesis that closes the one at `start`."""
    depth = 0
    for found in re.compile("[()]").finditer(code, start):
        depth += 1 if found[0] == "(" else -1
        if depth == 0:
            return found.start()
    return len(code)


def parts(text):
    """Returns the parts of a text between what varies that have more than one word."""
    return [part for part in map(str.strip, text.split(GAP)) if SENTENCE.search(part)]


def literals(text):
    """Yields the offset and the text of each string in a Swift file, with a gap for each interpolation."""
    begun = []
    for start, end, is_comment in scanner.scan(text):
        if is_comment or text[start] not in '"#)':
            continue
        if text[start] != ")":
            begun.append((start, []))
        begun[-1][1].append(re.sub(r'^(?:#*"+|\))|(?:"+#*|\\#*\()$', "", text[start:end]))
        if not text[start:end].endswith("("):
            offset, segments = begun.pop()
            line = re.sub(r"\\\s*\n\s*", "", GAP.join(segments)).replace('\\"', '"')
            yield offset, " ".join(line.split())
