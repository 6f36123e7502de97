"""Samples for Package.swift: type-checked as manifests, and compared with this package's."""
import json
import pathlib
import re
import subprocess

import swift_text

TRAITS = re.compile(r"\btraits: \[([^\]]*)\]")
PRODUCT = re.compile(r'\.product\(name: "(\w+)", package: "pledge"')
NAME = re.compile(r'"(\w+)"')
COLLECTIONS = {"package": "Package.Dependency", "product": "Target.Dependency"}


def problems(root, samples):
    """Yields each sample, a line, and what is wrong with it."""
    dump = subprocess.run(
        ["swift", "package", "dump-package", "--package-path", root], capture_output=True, text=True
    )
    package = json.loads(dump.stdout)
    known = {
        PRODUCT: {product["name"] for product in package["products"]},
        TRAITS: {trait["name"] for trait in package["traits"]},
    }
    for sample in samples:
        for pattern, names in known.items():
            yield from (
                (sample, line, f"Package.swift has no {name}")
                for line, name in named(sample, pattern)
                if name not in names
            )


def named(sample, pattern):
    for found in pattern.finditer(sample.text):
        line = sample.line + sample.text.count("\n", 0, found.start())
        for name in NAME.findall(found[0]) if pattern is TRAITS else [found[1]]:
            yield line, name


def compile(folder, samples):
    """Type-checks samples as manifests; the compiler says what is wrong. Returns if nothing is."""
    folder.mkdir(parents=True, exist_ok=True)
    info = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True)
    resources = pathlib.Path(json.loads(info.stdout)["paths"]["runtimeResourcePath"])
    are_good = True
    for index, sample in enumerate(samples):
        file = folder / f"Package{index}.swift"
        file.write_text(source(sample))
        command = ["swiftc", "-typecheck", "-swift-version", "6"]
        command += ["-package-description-version", "6.2"]
        command += ["-I", resources / "pm/ManifestAPI", file]
        are_good &= subprocess.run(command).returncode == 0
    return are_good


def source(sample):
    """Returns a manifest that has what is in a fragment where it belongs."""
    place = f'#sourceLocation(file: "{sample.page}", line: {{}})\n'
    if "import PackageDescription" in sample.text:
        return place.format(sample.line) + sample.text
    parts = ["import PackageDescription\n"]
    for index, (line, entry) in enumerate(entries(sample)):
        kind = COLLECTIONS.get(re.match(r"\s*\.(\w+)", entry)[1], "Target")
        opening = f"func part{index}() -> [{kind}] {{ ["
        parts.append(f"{place.format(line)}{opening}{entry}\n] }}\n#sourceLocation()\n")
    return "".join(parts)


def entries(sample):
    """Yields the line and the text of each entry of a fragment."""
    code, entry = swift_text.code(sample.text).splitlines(), []
    for index, text in enumerate(sample.text.splitlines()):
        if entry or code[index].strip():
            entry.append(index)
        depth = sum(code[at].count("(") - code[at].count(")") for at in entry)
        if entry and depth == 0:
            lines = sample.text.splitlines()[entry[0] : index + 1]
            yield sample.line + entry[0], "\n".join(lines)
            entry = []
