"""What is compiled: a Swift file for each page, and a program that runs the sample of a number.

A sample becomes a function of its own. Its extensions and imports go to the level of the file, and
its other declarations to a type around the function, as they would stand in a program. If it speaks
of `self`, the function is a method of the screen in Tests/Clients/Recipes/Screen.swift.
"""
import re

import swift_text

MODULES = "Dispatch Foundation Pledge PledgeFoundation PledgeTesting PledgeTrace".split()
DECLARATION = re.compile(
    r"(?:@\w+(?:\([^)]*\))? +)*(?:(?:public|private|fileprivate|internal|final|indirect|nonisolated"
    r"|static) +)*(?P<keyword>func|struct|class|actor|enum|protocol|typealias|extension|import)\b"
)
ATTRIBUTE = re.compile(r"@\w+(?:\([^)]*\))?")
TYPE = re.compile(r"\s*[A-Z]\w*")
CONSTANT = re.compile(r"let (?:(\w+)|\((\w+(?:, \w+)*)\))")
SELF = re.compile(r"(?<!\.)\bself\b")
REMARK = re.compile(r"//.*")
AWAIT = re.compile(r"\bawait\b")
OF_FILES = ("extension", "import")

PROGRAM = """@preconcurrency import Foundation

struct NoSuchSample: Error {{}}

/// Runs the sample of a number, and ends when nobody waits for what it prints any more.
@main
struct Program {{
  static func main() async {{
    setvbuf(stdout, nil, _IOLBF, 0)
    do {{
      switch CommandLine.arguments[1] {{
{cases}
      default: throw NoSuchSample()
      }}
    }} catch {{
      print("the sample threw \\(error)")
      exit(1)
    }}
    await withCheckedContinuation {{ end in
      Thread.detachNewThread {{
        while readLine() != nil {{}}
        end.resume()
      }}
    }}
    exit(0)
  }}
}}
"""


def page(samples, modules=MODULES):
    """Returns the file of a page; `samples` has the number of each."""
    imports = "".join(f"import {module}\n" for module in modules)
    networking = "#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\n"
    return imports + networking + "".join(function(*numbered) for numbered in samples)


def program(samples):
    cases = "".join(f"      {case(*numbered)}\n" for numbered in samples)
    return PROGRAM.format(cases=cases.rstrip("\n"))


def case(number, sample):
    is_of_main_actor = is_of_screen(sample)
    effects = "try await" if is_of_main_actor or is_asynchronous(sample) else "try"
    receiver = "Screen()" if is_of_main_actor else f"Sample{number}()"
    return f'case "{number}": {effects} {receiver}.sample{number}()'


def is_asynchronous(sample):
    return bool(AWAIT.search(sample.text))


def is_of_screen(sample):
    _, _, statements = parts(sample)
    # In a string it may be an interpolation, so it counts there, too.
    return any(SELF.search(REMARK.sub("", text)) for _, text in statements)


def function(number, sample):
    of_file, declarations, statements = parts(sample)
    if is_of_screen(sample):
        opening = "extension Screen"
        declarations, statements = [], sorted(declarations + statements)
    else:
        opening = f"struct Sample{number}: Sendable"
    body = "".join(placed(sample, *part) for part in statements) + uses(statements)
    effects = "async throws" if is_asynchronous(sample) else "throws"
    if sample.stated:
        method = f"func sample{number}() {effects} {{\n{body}\n}}"
    else:
        # The result of a closure may be of any type, and is used.
        method = f"func sample{number}() {{\n_ = {{ () {effects} in\n{body}\n}}\n}}"
    members = "".join(placed(sample, *part) for part in declarations)
    outside = "".join(placed(sample, *part) for part in of_file)
    return f"{outside}\n{opening} {{\n{members}{method}\n}}\n"


def placed(sample, line, text):
    if TYPE.fullmatch(text):
        text = f"typealias Known = {text}"
    place = f'#sourceLocation(file: "{flat(sample.page)}", line: {line})'
    return f"{place}\n{text}\n#sourceLocation()\n"


def flat(page):
    """Returns a name without folders: two files of a module may not have the same one."""
    return page.replace("/", "-")


def uses(statements):
    """Returns a use of each constant that is not used, as in a sample that ends with one."""
    text = "\n".join(text for _, text in statements)
    first = text.lstrip("\n")
    indent, offset, unused = len(first) - len(first.lstrip(" ")), 0, []
    for line in text.splitlines(keepends=True):
        constant = CONSTANT.match(line[indent:]) if not line[:indent].strip() else None
        rest = text[offset + indent + constant.end() :] if constant else ""
        names = (constant[1] or constant[2]).split(", ") if constant else []
        # A member, or the label of an argument, is another thing.
        unused += [name for name in names if not re.search(rf"(?<![.\w]){name}\b(?!:)", rest)]
        offset += len(line)
    return "".join(f"_ = {name}\n" for name in unused)


def parts(sample):
    """Returns what belongs to the file, other declarations, and statements, each with its line."""
    lines, code = sample.text.splitlines(), swift_text.code(sample.text).splitlines()
    indent = len(lines[0]) - len(lines[0].lstrip(" "))
    # By what they belong to; statements that follow each other are one part.
    found, last = {"file": [], "type": [], "body": []}, None
    start = 0
    while start < len(lines):
        end, keyword = extent(code, start, indent)
        place = "body" if not keyword else "file" if keyword in OF_FILES else "type"
        if place == last == "body":
            line, text = found[place].pop()
            found[place].append((line, "\n".join([text, *lines[start:end]])))
        else:
            found[place].append((sample.line + start, "\n".join(lines[start:end])))
        start, last = end, place
    return found["file"], found["type"], found["body"]


def extent(code, start, indent):
    """Returns the end of the lines that belong together, and what they declare, if anything."""
    end, depth, keyword = start, 0, None
    while end < len(code):
        line = code[end][indent:]
        if depth == 0 and (declaration := DECLARATION.match(line)):
            keyword = declaration["keyword"]
        depth += sum(map(line.count, "([{")) - sum(map(line.count, ")]}"))
        end += 1
        is_attribute = end - start == 1 and ATTRIBUTE.fullmatch(line.strip())
        if depth <= 0 and not is_attribute:
            break
    return end, keyword
