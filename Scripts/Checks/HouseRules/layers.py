"""Finds what the files of the core use of layers above their own. The page of the core states the layers.

A use is a name that no layer up to that of the file declares. If layers share it, the first argument label decides, and
otherwise the use counts as that of the lowest one. Not found are operators, subscripts, cases without their type, and names
that are also those of a variable of the file.
"""
import itertools
import re
from collections import defaultdict

PAGE = "Sources/PledgeCore/README.md"
FOLDER, BELOW = "Sources/PledgeCore/", "Sources/PledgeSupport/"
SECTION = re.compile(r"^## Layers\n(.*?)(?=^## )", re.M | re.S)
# A layer, lowest first, with its folders; files, with what they use of higher layers, and the reason.
LAYER, EXCEPTION = r"^\| (?!`)[^|]* \| (`[^|]*) \|$", r"^\| (`[^|]*) \| (`[^|]*) \| [^|]* \|$"
SPAN = re.compile(r"`([^`]+)`")
DECLARATION = r"\b(struct|class|enum|protocol|typealias|func|var|let) (\w+)(?:<[^(){}]*>)?(?:\(\s*(\w+)?)?"
SCOPE = re.compile(r"[{}]|" + DECLARATION)
INIT = re.compile(r"^ {2}(?:(?!private |fileprivate |//)[^\n])*\binit\??(?:<[^(){}]*>)?\(\s*(\w+)?|^(?:[\w@()]+ )*(?:struct|class|enum|extension) (\w+)", re.M)
TYPE = re.compile(r"\b(?:struct|class|enum|protocol|extension) [^{}]*\Z")
PRIVATE = re.compile(r"\b(?:private|fileprivate) [^\n;{}]*\Z")
WORD = re.compile(r"(?<![\w#@`])(?<!\bfunc )(?<!\bvar )(?<!\blet )([A-Z]\w*|[a-z_]\w*\b(?!:| \w+:))\b")
# Names of variables, parameters, and cases of a file; without a period before them, they are its own.
BOUND = re.compile(
    r"\b(?:let|var|inout|for) +\(?([a-z]\w*)|(?<!\bextension )\b(?!extension\b)(\w+)(?: (\w+))?:|[{,] *([a-z]\w*)(?=(?:, \w+)* in\b)"
    r"|[(,] *([a-z]\w*)(?=(?:, \w+)*\) =)")
# Cases of enumerations, in the order in which they are declared.
CASES = re.compile(r"^ *case ((?:`?[a-z]\w*`?(?:\([^)]*\))?(?: = [^,\n]*)?(?:, |$))+)", re.M)
LABEL = re.compile(r"(?:<[^<>(){}]*>)?\(\s*(?:(\w+):(?!:))?")
# A member of a type that the context implies is static, or a case, which counts with its type. A member of a type of a
# higher layer counts with that type, and C has no layers.
IMPLIED, MEMBER = re.compile(r"\S[ \t]+\.\Z|[(\[{,:&|]\.\Z"), re.compile(r"\b([A-Z]\w*|\w+\.pointee)\.\Z")
C_POINTERS = {"raw.pointee", "words.pointee", "calls.pointee"}
# Members of types of the standard library, and operators; with a label, they are those of the core.
STANDARD = {
    "append", "cancel", "capacity", "consume", "detached", "first", "isEmpty", "joined", "last", "move", "rawValue", "release",
    "remove", "self", "set", "swap", "withLock",
}
STANDARD_LABELS = {None, "at", "from", "repeating", "separator", "where"}


class Declarations:
    """The lowest layer that declares a name, by its first argument label if layers share the name."""

    def __init__(self):
        self.layers = defaultdict(dict)

    def add(self, name, label, layer):
        self.layers[name][label] = min(layer, self.layers[name].get(label, layer))

    def layer(self, name, label):
        known = self.layers.get(name, {"_": 0})
        return known.get(label and (label[1] or "_"), min(known.values()))


def problems(sources):
    """Yields each reference that the page does not excuse, and each on the page that there is not."""
    page = sources[PAGE]
    layers, excused = {}, {}
    section = SECTION.search(page.text)[1]
    for number, row in enumerate(re.findall(LAYER, section, re.M), 1):
        layers |= dict.fromkeys(SPAN.findall(row), number)
    for files, names in re.findall(EXCEPTION, section, re.M):
        excused |= dict.fromkeys(itertools.product(SPAN.findall(files), SPAN.findall(names)))
    found = {(file, name): source.found(offset, f"'{name}' belongs to a higher layer of the core; see {PAGE}")
             for source, offset, name, file in references(sources, layers)}
    yield from (problem for reference, problem in found.items() if reference not in excused)
    yield from (page.found(0, f"{file} has no reference '{name}' to a higher layer") for file, name in excused.keys() - found)


def references(sources, layers):
    """Yields the first use in each file of each name that only a higher layer declares."""
    files, declared, implied = {}, Declarations(), Declarations()
    for name, source in sources.items():
        file = name.removeprefix(FOLDER)
        layer = 0 if name.startswith(BELOW) else layers.get(file.split("/")[0])
        if source.suffix == ".swift" and name.startswith(FOLDER) and layer is None:
            yield source, 0, "no layer", file
        elif source.suffix == ".swift" and layer is not None:
            files[file] = layer, list(declared_in(source.code))
            for each, label, is_static, is_private in files[file][1]:
                if not is_private:
                    declared.add(each, label, layer)
                if is_static and not is_private:
                    implied.add(each, label, layer)
            for type_name, label in initializers_in(source.code):
                declared.add(f"{type_name}.init", label, layer)
            for case in cases_in(source.code):
                implied.add(case, "_", 0)
    for file, (layer, own) in files.items():
        source = sources.get(FOLDER + file) or sources[file]
        own, seen = {(name, label) for name, label, _, _ in own}, set(cases_in(source.code))
        bound = {name for found in BOUND.findall(source.code) for name in found if name}
        for word in WORD.finditer(source.code):
            name, before = word[1], source.code[max(word.start() - 40, 0):word.start()]
            label = LABEL.match(source.code, word.end())
            is_own = (name, label and label[1] or "_") in own or name in bound and not before.endswith(".")
            owner, label = MEMBER.search(before), label or None
            is_standard = name in STANDARD and (not label or label[1] in STANDARD_LABELS)
            if name in seen or is_own or is_standard or owner and (
                owner[1] in C_POINTERS or declared.layer(owner[1], None) > layer):
                continue
            found = implied.layer(name, None) if IMPLIED.search(before) else declared.layer(name, label)
            if owner and name in implied.layers:
                found = min(found, implied.layer(name, None))
            created = declared.layers.get(f"{name}.init", {}).get(label and (label[1] or "_"), 0)
            if max(found, created) > layer:
                seen.add(name)
                yield source, word.start(), name, file


def declared_in(code):
    """Yields the name and the first argument label of each declaration outside functions, and if it is static, and private."""
    scopes, previous = [], 0
    for found in SCOPE.finditer(code):
        line = code[code.rfind("\n", 0, found.start()) + 1:found.start()]
        if found[0] == "{":
            scopes.append((TYPE.search(code, previous, found.start()), PRIVATE.search(code, previous, found.start())))
        elif found[0] == "}":
            scopes.pop()
        elif all(is_type for is_type, _ in scopes):
            is_static = found[1] not in ("func", "var", "let") or re.search(r"\b(?:static|class) ", line) is not None
            is_private = any(hides for _, hides in scopes) or PRIVATE.search(line) is not None
            yield found[2], found[3] or "_", is_static, is_private
        if found[0] in "{}":
            previous = found.end()


def cases_in(code):
    for found in CASES.finditer(code):
        yield from re.findall(r"(?:^|, )`?(\w+)", re.sub(r"\([^)]*\)", "", found[1]))


def initializers_in(code):
    """Yields the type and the first argument label of each initializer of a type at file scope, or of its extension."""
    type_name = None
    for found in INIT.finditer(code):
        type_name = found[2] or type_name
        if not found[2] and type_name:
            yield type_name, found[1] or "_"
