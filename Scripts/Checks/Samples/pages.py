"""Which pages have samples, and the samples of a page."""
import dataclasses
import itertools
import re

PATTERNS = ("README.md", "Documentation/**/*.md", "Sources/**/*.docc/**/*.md")
# A list of declarations, which Scripts/api compares with what the compiler knows.
GENERATED = {"Documentation/PublicAPI.md"}

FENCE = re.compile(r" *(?P<ticks>`{3,}|~{3,})(?P<language>\S*) *")
ELSEWHERE = re.compile(r" *<!-- (?P<how>compiled|refused) in (?P<file>\S+) -->")
COMMENT = re.compile(r" *<!--")
PRINTS = re.compile(r"// prints: (\S.*)")
MISSPELT = re.compile(r"//\s*(?:prints?|printed|outputs?)\b", re.I)
# The last two are a whole manifest's.
MANIFEST = re.compile(r"\s*(?:\.(?:package|product|\w*[tT]arget)\(|// swift-tools-version)")


@dataclasses.dataclass(frozen=True)
class Sample:
    """A block fenced as swift, or a code span in the table of a page."""

    page: str
    # Of its first line of code.
    line: int
    text: str
    # What it says that it prints: the number of the line that says so, and the line.
    stated: tuple = ()
    # Where it is compiled if not here, and whether the compiler accepts it there.
    file: str = ""
    is_refused: bool = False
    # What the page says of the compiler, in a quotation right below.
    quoted: str = ""

    @property
    def is_manifest(self):
        return not self.file and bool(MANIFEST.match(self.text))


@dataclasses.dataclass(frozen=True)
class Block:
    """What stands between two fences: `first` is the index of the first line in it."""

    language: str
    first: int
    lines: list


def names(root):
    """Returns the pages of a package, whoever may add one to them."""
    found = {path for pattern in PATTERNS for path in root.glob(pattern)}
    return sorted({path.relative_to(root).as_posix() for path in found} - GENERATED)


def read(page, text):
    """Returns the samples of a page, and what is wrong with how they are written."""
    lines = text.splitlines()
    all_blocks = list(blocks(lines))
    following = {block.first: block for block in all_blocks}
    samples, problems = [], []
    for block in all_blocks:
        if block.language == "swift":
            # The next fence, if nothing stands in between.
            after = following.get(block.first + len(block.lines) + 2)
            samples.append(sample(page, lines, block, after, problems))
    return samples, problems


def blocks(lines):
    opening = None
    for index, line in enumerate(lines):
        fence = FENCE.fullmatch(line)
        if opening is None and fence:
            opening, first = fence, index + 1
        elif fence and fence["ticks"] == opening["ticks"] and not fence["language"]:
            yield Block(opening["language"], first, lines[first:index])
            opening = None


def sample(page, lines, block, after, problems):
    """Returns the sample in a block, and adds what is wrong with it to the problems."""
    stated = list(remarks(block, problems))
    if after and after.language == "text":
        if stated:
            problems.append((after.first, "a sample says what it prints once: in it, or below it"))
        stated = list(enumerate(after.lines, after.first + 1))
    elif after and not after.language:
        problems.append((after.first, "fence what a sample prints as text, or leave a line free"))
    before = lines[block.first - 2] if block.first > 1 else ""
    elsewhere = ELSEWHERE.fullmatch(before)
    if COMMENT.match(before) and not elsewhere:
        remedy = "write <!-- compiled in FILE --> or <!-- refused in FILE -->, or leave a line free"
        problems.append((block.first - 1, f"what does this say of the sample? {remedy}"))
    if elsewhere and stated:
        problems.append((stated[0][0], "what is compiled elsewhere is not run, and prints nothing"))
    return Sample(
        page,
        block.first + 1,
        "\n".join(block.lines),
        tuple(stated),
        elsewhere["file"] if elsewhere else "",
        bool(elsewhere) and elsewhere["how"] == "refused",
        quotation(lines, block.first + len(block.lines) + 1),
    )


def quotation(lines, index):
    """Returns the text of the lines from an index on that begin with a greater-than sign."""
    quoted = itertools.takewhile(lambda line: line.startswith("> "), lines[index:])
    return " ".join(line.removeprefix("> ") for line in quoted)


def remarks(block, problems):
    for number, line in enumerate(block.lines, block.first + 1):
        if stated := PRINTS.search(line):
            yield number, stated[1].rstrip()
        elif MISSPELT.search(line):
            problems.append((number, "write // prints: TEXT, or what is meant in other words"))
