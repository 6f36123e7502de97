"""Names the symbols in the sidebar so that they can be told apart and fit: "map(on:_:)" and not
"func map<U>(on: some ExecutionContext, (Value) throws -> U) -> Promise<U>"."""
import collections
import re

PLACE = "file:line:"
PLACE_PARAMETERS = re.compile(r"(?:, )?file: StaticString, line: UInt(?:, )?")
KEYWORDS = re.compile(r"^(?:(?:static|class|convenience|case|func|var|let|macro|subscript) )+")


def rename(node, pages):
    """Renames the symbols below `node`."""
    children = [child for child in node.get("children", ()) if child.get("path") in pages]
    symbols = [child for child in children if pages[child["path"]]["metadata"].get("role") == "symbol"]
    names = {child["path"]: name(child["path"], node["path"], pages) for child in symbols}
    uses = collections.Counter(names.values())
    for child in symbols:
        short = names[child["path"]]
        child["title"] = short if uses[short] == 1 else signature(child["title"])
    for child in children:
        rename(child, pages)


def name(address, parent, pages):
    """Returns the name of a symbol without the parameters that have the caller's location.

    An initializer that is listed outside its type has the type's name.
    """
    metadata = pages[address]["metadata"]
    title = metadata["title"].replace(PLACE, "")
    declaration = "".join(part["text"] for part in metadata.get("fragments", ()))
    if "(on: MainActor" in declaration:
        title = title.replace("(on:", "(on: MainActor, ")
    owner = address.rpartition("/")[0]
    if title.startswith("init") and owner != parent and owner in pages:
        title = pages[owner]["metadata"]["title"] + title.removeprefix("init")
    return title


def signature(title):
    """Returns a declaration without its keywords and the parameters that have the caller's location."""
    def separator(found):
        return ", " if found[0].startswith(",") and found[0].endswith(", ") else ""

    return KEYWORDS.sub("", PLACE_PARAMETERS.sub(separator, title))
