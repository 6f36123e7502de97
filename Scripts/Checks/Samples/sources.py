"""Converts samples to Swift source: one file per page, with one function per sample.

The imports and extensions of a sample are moved to the top of the file, and its other declarations beside
the function, as in a program. A sample that uses `self` becomes a method of the class `Screen` in
Tests/Clients/Recipes/Screen.swift.
"""
import itertools
import re

# Samples are formatted, so a line without indentation begins a declaration or a statement.
BEGINNING = re.compile(r"^(?=[^\s})\]])(?<!@MainActor\n)", re.M)
DECLARATION = re.compile(
    r"(?:(?:@\w+|final|private|public|static|indirect)\s+)*"
    r"(?:(import|extension)|func|struct|class|actor|enum|protocol|typealias)\b"
)
TYPE = re.compile(r"[A-Z]\w*\s*")
CONSTANT = re.compile(r"^let (?:(\w+)|\((\w+), (\w+)\))", re.M)
COMMENT = re.compile(r"//.*")
SELF = re.compile(r"(?<!\.)\bself\b")
AWAIT = re.compile(r"\bawait\b")


def file(modules, samples, condition=""):
    """Returns the source of a page; `samples` are pairs of a number and a sample."""
    imports = "".join(f"import {module}\n" for module in modules)
    networking = "#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\n"
    text = imports + networking + "".join(function(*sample) for sample in samples)
    return f"{condition}\n{text}#endif\n" if condition else text


def function(number, sample):
    found = {"file": "", "type": "", "body": ""}
    for place, line, text in parts(sample):
        opening = f'#sourceLocation(file: "{flat(sample.page)}", line: {line})\n'
        found[place] += f"{opening}{text}#sourceLocation()\n"
    body = found["body"] + "".join(f"_ = {name}\n" for name in unused(found["body"]))
    # In a string, it may be part of an interpolation.
    is_of_screen = SELF.search(COMMENT.sub("", body))
    opening = "extension Screen" if is_of_screen else f"struct Sample{number}: Sendable"
    effects = "async throws" if AWAIT.search(sample.text) else "throws"
    if not sample.stated:
        # The sample may end with a value of any type.
        body, effects = f"_ = {{ () {effects} in\n{body}}}\n", ""
    return f"{found['file']}{opening} {{\n{found['type']}func run{number}() {effects} {{\n{body}}}\n}}\n"


def parts(sample):
    """Yields the parts of a sample: the position in the source, the line, and the text."""
    line = sample.line
    for kind, group in itertools.groupby(filter(None, BEGINNING.split(sample.text)), kind_of):
        text = "".join(group)
        first, line = line, line + text.count("\n")
        text = text.rstrip("\n") + "\n"
        if kind == "name":
            yield "body", first, f"typealias Known = {text}"
        else:
            yield kind, first, text


def kind_of(part):
    if declaration := DECLARATION.match(part):
        return "file" if declaration[1] else "type"
    return "name" if TYPE.fullmatch(part) else "body"


def unused(body):
    """Returns the constants that a body declares without using them, such as at the end of a sample."""
    for name in filter(None, itertools.chain(*CONSTANT.findall(body))):
        # Members and argument labels do not count as uses.
        if len(re.findall(rf"(?<![.\w]){name}\b(?!:)", body)) <= 1:
            yield name


def flat(page):
    """Returns a unique file name without folders, because file names in a module must differ."""
    return page.replace("/", "-")


def table(samples):
    """Returns the dictionary of the samples to run, for Program.swift."""
    entries = "".join(f'\n  "{number}": Sample{number}().run{number},' for number, _ in samples)
    return f"let samples: [String: @Sendable () async throws -> Void] = [{entries or ':'}]\n"
