"""Reads the samples of the documentation: in its pages, doc comments, and the table of features."""
import dataclasses
import itertools
import re

from markdown_it import MarkdownIt

MARKDOWN = MarkdownIt("commonmark").enable("table")
PATTERNS = ("README.md", "Documentation/**/*.md", "Sources/**/*.docc/**/*.md", "Sources/**/*.swift")
# Programs of the tutorial, pages with a check of their own, and modules whose comments contain diagrams.
SKIPPED = re.compile(
    r".*\.docc/.*\.swift|Documentation/(Cookbook|Mistakes|MistakesInDetail)\.md|Sources/(PledgeCore|PledgeMacrosPlugin)/"
)
FEATURES = "Documentation/Features.md"
LANGUAGES = ("swift", "text", "sh")

# Modules that are empty without their trait. Samples in their doc comments quote tests that enable it.
CLIENTS = "Tests/Clients"
QUOTED = {
    "Sources/Bridges/PledgeCombine/": f"{CLIENTS}/BridgesClient/Tests/PledgeCombineTests/Samples.swift",
    "Sources/Bridges/PledgeNIO/": f"{CLIENTS}/BridgesClient/Tests/PledgeNIOTests/Samples.swift",
    "Sources/Bridges/PledgeObservability/": (
        f"{CLIENTS}/ObservabilityClient/Tests/PledgeObservabilityTests/Support/AllInstalled.swift"
    ),
    "Sources/PledgeMacros/": f"{CLIENTS}/MacrosClient/Sources/Wrapped/Documented.swift",
}
# Scripts/Checks/must-not-compile verifies that the compiler rejects these files.
REFUSED = f"{CLIENTS}/MustNotCompile/"

DOC_COMMENT = re.compile(r"\s*///(?: |$)(.*)")
ELSEWHERE = re.compile(r"<!-- (?:compiled|refused) in (\S+) -->\n")
PRINTS = re.compile(r"// prints: (\S.*?)\s*$")
REMARK = re.compile(r"\s*//.*")
MANIFEST = re.compile(r"\.(?:package|product|\w*[tT]arget)\(|// swift-tools-version")


@dataclasses.dataclass(frozen=True)
class Sample:
    page: str
    line: int
    text: str
    # The lines of output that the page shows, each with its line number.
    stated: tuple = ()
    # The file that contains the sample according to the page, and that compiles or is rejected.
    file: str = ""

    @property
    def group(self):
        """The program that contains the sample: a separate module, a manifest, or the common one."""
        if MANIFEST.match(self.text):
            return "Manifests"
        return self.page.split("/")[2] if self.page.startswith("Sources/Compat/") else "Samples"


def read(root):
    """Returns all samples, and the location and text of each mistake in their markup."""
    samples, problems = [], []
    names = {path.relative_to(root).as_posix() for pattern in PATTERNS for path in root.glob(pattern)}
    for page in sorted(name for name in names if not SKIPPED.match(name)):
        text = (root / page).read_text()
        for first, markdown in doc_comments(text) if page.endswith(".swift") else [(1, text)]:
            found, wrong = read_markdown(root, page, MARKDOWN.parse(markdown), first)
            samples += found
            problems += wrong
    return samples, problems


def doc_comments(text):
    """Yields the number of the first line of each doc comment, and its text."""
    lines = enumerate(map(DOC_COMMENT.match, text.splitlines()), 1)
    for is_comment, group in itertools.groupby(lines, key=lambda line: bool(line[1])):
        if is_comment:
            first, *others = group
            yield first[0], "\n".join(line[1] for _, line in [first, *others])


def read_markdown(root, page, tokens, first):
    samples, problems = [*read_features(tokens)] if page == FEATURES else [], []
    for index, token in enumerate(tokens):
        line = token.map[0] + first if token.map else 0
        if token.type == "fence" and token.info not in LANGUAGES:
            problems.append((page, line, "name the language: swift is compiled, text and sh are not"))
        elif token.type == "code_block" or token.type == "fence" and token.info == "swift":
            code = Sample(page, line + (token.type == "fence"), token.content)
            before, after = tokens[index - 1 if index else 0], tokens[index + 1 : index + 4]
            sample, wrong = with_context(root, code, before, after, first)
            samples.append(sample)
            problems += wrong
    return samples, problems


def with_context(root, sample, before, after, first):
    """Adds the context of a sample: the file that contains it, and its stated output."""
    comment = before.content if before.type == "html_block" and before.content.startswith("<!--") else ""
    elsewhere = ELSEWHERE.fullmatch(comment)
    folder = next((folder for folder in QUOTED if sample.page.startswith(folder)), None)
    file = elsewhere[1] if elsewhere else QUOTED.get(folder, "")
    lines = enumerate(sample.text.splitlines(), sample.line)
    stated, problems = [(number, found[1]) for number, line in lines if (found := PRINTS.search(line))], []
    if after and after[0].type == "fence" and after[0].info == "text":
        stated += enumerate(after[0].content.splitlines(), after[0].map[0] + first + 1)
    sample = dataclasses.replace(sample, stated=tuple(stated), file=file)
    if comment and not elsewhere:
        remedy = "write <!-- compiled in FILE --> or <!-- refused in FILE -->"
        problems.append((sample.page, sample.line, f"the comment above the sample has no effect: {remedy}"))
    if stated and (file or sample.group != "Samples"):
        problems.append((sample.page, stated[0][0], "this sample is not run, so its output is not checked"))
    if file:
        is_quoted = bool(after) and after[0].type == "blockquote_open"
        quoted = after[2].content.replace("\n", " ") if is_quoted else ""
        problems += differences(root, sample, "refused in" in comment, quoted)
    return sample, problems


def differences(root, sample, is_refused, quoted):
    """Yields each difference between a sample and the file that should contain it."""
    if not (root / sample.file).exists():
        yield sample.page, sample.line, f"there is no {sample.file}"
        return
    if is_refused != sample.file.startswith(REFUSED):
        yield sample.page, sample.line, f"only files in {REFUSED} are refused: correct the comment above"
    lines = (root / sample.file).read_text().splitlines()
    if is_refused and quoted and f"// expect: {quoted}" not in lines:
        yield sample.page, sample.line, f"{sample.file} does not expect this message: {quoted}"
    known = {REMARK.sub("", line).strip() for line in lines}
    for number, line in enumerate(sample.text.splitlines(), sample.line):
        if (code := REMARK.sub("", line).strip()) and code not in known:
            yield sample.page, number, f"{sample.file} does not contain the line: {code}"


def read_features(tokens):
    """Yields the code in the second column of the table as samples."""
    for index, token in enumerate(tokens):
        if token.type == "tr_open" and tokens[index + 1].type == "td_open":
            # A cell consists of three tokens; the second one has the content.
            for child in tokens[index + 5].children:
                if child.type == "code_inline":
                    yield Sample(FEATURES, token.map[0] + 1, child.content)
