"""Generates the lists of operators on the pages of the documentation from Documentation/Operators.toml.

Operators are the methods of Future, and all functions that return a promise, except for the members of other
types of Pledge, which are listed on the pages of these types.
"""
import collections
import difflib
import re
import tomllib

MANIFEST = "Documentation/Operators.toml"
FEATURES = "Documentation/Features.md"
SOURCES = "Sources/Pledge"
COMMAND = "Scripts/api --operators --write"
BLOCK = re.compile(
    r"(?P<start><!-- (?P<name>.+): generated from Operators\.toml by Scripts/api -->\n\n)"
    r"(?P<text>.*?)(?P<end><!-- end of (?P=name) -->)",
    re.S,
)
HEADER = "| Feature | Pledge | In |\n|---|---|---|\n"

# The indentation of formatted code tells functions, members of top-level types, and local functions apart.
PUBLIC_TYPE = re.compile(r"^(?:@.+ )?public (?:\w+ )*(?:class|struct|enum|protocol|actor) (\w+)", re.M)
DECLARATION = re.compile(
    r"^(?:[@\w ]+ )?(?:extension|class|struct|enum|protocol|actor) (?P<owner>\w+)"
    r"|^(?P<member>  )?(?:@.+ )?public (?:[\w()]+ )*?func `?(?P<name>\w+|[^\w\s(`]+)",
    re.M,
)
PROMISE = re.compile(r"-> (?:Promise|Future)<")
# The end of the text before a name that only leads to another one.
UNAVAILABLE = re.compile(r'@available\(\s*\*,\s*unavailable\b(?:[^")]|"[^"]*")*\)\s*\Z')


def problems(root, write=False):
    """Returns what is wrong with the manifest, and which pages differ from it, as FILE:LINE: MESSAGE.

    First writes the pages if requested, unless an entry is wrong.
    """
    text = (root / MANIFEST).read_text(encoding="utf-8")
    try:
        entries = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return [f"{MANIFEST}:1: {error}"]
    places = {name: place(text, name) for name in entries}
    operators = declared(root)
    found = [*entry_problems(root, places, entries, operators), *missing_entries(entries, operators)]
    if found:
        return found
    pages = generated(entries)
    if write:
        for page, blocks in pages.items():
            text = (root / page).read_text(encoding="utf-8")
            (root / page).write_text(BLOCK.sub(lambda block: filled(block, blocks), text), encoding="utf-8")
    return [*page_problems(root, pages), *missing_features(root, places, operators)]


def line(text, offset):
    return text.count("\n", 0, offset) + 1


def place(text, name):
    header = f'\n["{name}"]'
    return f"{MANIFEST}:{line(text, text.find(header) + 1)}: {header.strip()}"


# MARK: Entries


def entry_problems(root, places, entries, operators):
    for name, entry in entries.items():
        if entry.keys() - {"features"} != {"topics"}:
            yield f"{places[name]} needs topics, and may have features, but nothing else"
        elif not (root / f"{SOURCES}/{name}.swift").is_file():
            yield f"{places[name]} has no source file {SOURCES}/{name}.swift: correct it, and run {COMMAND}"
        else:
            yield from symbol_problems(places[name], entry, operators.get(name, {}))


def missing_entries(entries, operators):
    for file in sorted(operators.keys() - entries.keys()):
        for operator, lines in operators[file].items():
            yield (f'{SOURCES}/{file}.swift:{lines[0]}: {operator} has no entry in {MANIFEST}: add ["{file}"],'
                   f" and run {COMMAND}")


def symbol_problems(place, entry, operators):
    symbols = (symbol for topic in entry["topics"].values() for symbol in topic)
    # Symbols without parameters are types that belong to the operator.
    names = (symbol.partition("(")[0].rpartition("/")[2] for symbol in symbols if "(" in symbol)
    listed = collections.Counter(names)
    for operator in sorted(listed.keys() | operators.keys()):
        count = len(operators.get(operator, ()))
        if listed[operator] != count:
            yield (f"{place} lists {operator} {listed[operator]} times, but its source file declares it {count}"
                   f" times: correct topics, and run {COMMAND}")


def declared(root):
    """Returns the operators that each source file declares, and the lines of their declarations."""
    files = sorted((root / SOURCES).rglob("*.swift"))
    texts = {str(file.relative_to(root / SOURCES))[:-6]: file.read_text(encoding="utf-8") for file in files}
    others = {name for text in texts.values() for name in PUBLIC_TYPE.findall(text)} - {"Future"}
    operators = {}
    for file, text in texts.items():
        for owner, found in functions(text):
            if UNAVAILABLE.search(text[: found.start()][-300:]):
                continue
            is_promise = PROMISE.search(text[found.end():].partition("{\n")[0])
            if owner == "Future" or is_promise and owner not in others:
                lines = operators.setdefault(file, {}).setdefault(found["name"], [])
                lines.append(line(text, found.start()))
    return operators


def functions(text):
    """Yields each public function that is global or a member of a global type, and the name of that type."""
    owner = None
    for found in DECLARATION.finditer(text):
        if found["owner"]:
            owner = found["owner"]
        else:
            yield (owner if found["member"] else None), found


# MARK: Pages


def generated(entries):
    """Returns the text of each block of each page."""
    module, members, tables = ({} for _ in range(3))
    for entry in entries.values():
        for topic, symbols in entry["topics"].items():
            methods = [symbol for symbol in symbols if symbol.startswith("Future/")]
            others = [symbol for symbol in symbols if symbol not in methods]
            module.setdefault(topic, []).extend(methods[:1] + others)
            members.setdefault(topic, []).extend(method.removeprefix("Future/") for method in methods)
        for section, rows in entry.get("features", {}).items():
            tables.setdefault(section, []).extend(rows)
    return {
        f"{SOURCES}/Pledge.docc/Pledge.md": {"Operators": groups(module)},
        f"{SOURCES}/Pledge.docc/Types/Future.md": {"Operators": groups(members)},
        FEATURES: {
            section: HEADER + "".join(f"| {row} |\n" for row in rows) + "\n"
            for section, rows in tables.items()
        },
    }


def groups(topics):
    return "".join(
        f"### {topic}\n\n" + "".join(f"- ``{symbol}``\n" for symbol in symbols) + "\n"
        for topic, symbols in topics.items() if symbols
    )


def filled(block, blocks):
    return block["start"] + blocks.get(block["name"], "") + block["end"]


def page_problems(root, pages):
    for page, blocks in pages.items():
        text = (root / page).read_text(encoding="utf-8")
        found = {block["name"]: block for block in BLOCK.finditer(text)}
        for name in sorted(blocks.keys() - found.keys()):
            yield f"{page}:1: {name} in {MANIFEST} has no place: add the comments of a block with this name"
        for name, block in found.items():
            differences = difflib.ndiff(block["text"].splitlines(), blocks.get(name, "").splitlines())
            if change := next((each for each in differences if each[0] in "+-"), None):
                verb = "lacks" if change[0] == "+" else "also has"
                yield (f"{page}:{line(text, block.start())}: compared with {MANIFEST}, {name} {verb}"
                       f" '{change[2:62]}': edit only the former, and run {COMMAND}")


def missing_features(root, places, operators):
    rows = re.findall(r"^\| .*", (root / FEATURES).read_text(encoding="utf-8"), re.M)
    cells = "".join(re.split(r"(?<!\\)\|", row)[2].replace("\\", "") for row in rows)
    code = " ".join(re.findall(r"`([^`]+)`", cells))
    for file, names in operators.items():
        for operator in names:
            if not re.search(rf"(?<!\w){re.escape(operator)}(?!\w)", code):
                yield (f"{places[file]} has no row in {FEATURES} that uses {operator}: add it to features,"
                       f" and run {COMMAND}")
