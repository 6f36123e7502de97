"""Entries of symbol graphs, as short as tests want them."""


def graph(*entries, relationships=(), system="linux"):
    return {
        "metadata": {"generator": "Swift version 6.3.1 (swift-6.3.1-RELEASE)"},
        "module": {"platform": {"operatingSystem": {"name": system}}},
        "symbols": list(entries),
        "relationships": list(relationships),
    }


def symbol(identifier, text, parent=None, path=None, kind="swift.func", extension=None, **others):
    name = path or identifier
    entry = {
        "identifier": {"precise": identifier},
        "kind": {"identifier": kind},
        "pathComponents": [parent, name] if parent else [name],
        "declarationFragments": [{"kind": "text", "spelling": text}],
        "accessLevel": "public",
        "location": {"uri": "file:///kit/Sources/A%20B.swift", "position": {"line": 6}},
        "docComment": {"module": "Kit", "lines": [{"text": "Does it."}]},
        **others,
    }
    if extension is not None:
        entry["swiftExtension"] = extension
    return {key: value for key, value in entry.items() if value is not None}


def membership(source, target, kind="memberOf"):
    return {"kind": kind, "source": source, "target": target}


def conformance(source, target, kind="conformsTo", **others):
    found = {"kind": kind, "source": source, "target": target, **others}
    return {**found, "targetFallback": target} if "." in target else found
