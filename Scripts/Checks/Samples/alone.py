"""The samples in doc comments of modules that are not compiled with those of pages.

The modules that stand in for older libraries have names that clash: their samples are type-checked
module by module, beside Tests/Clients/Recipes/MODULE.swift. Those of others quote a file.
"""
import dataclasses

import building
import comments
import sources

# Each folder in here is a module that stands in for an older library.
FOLDER = "Sources/Compat"
CLIENTS = "Tests/Clients"
FIXTURES = f"{CLIENTS}/Recipes"
# Modules that are empty in `swift build`, as their traits are off, and the files that their samples
# quote: those of clients that turn them on.
QUOTED = {
    "Sources/Bridges/PledgeCombine": (
        f"{CLIENTS}/BridgesClient/Tests/PledgeCombineTests/Samples.swift"
    ),
    "Sources/Bridges/PledgeNIO": f"{CLIENTS}/BridgesClient/Tests/PledgeNIOTests/Samples.swift",
    "Sources/Bridges/PledgeObservability": (
        f"{CLIENTS}/ObservabilityClient/Tests/PledgeObservabilityTests/Support/AllInstalled.swift"
    ),
    "Sources/PledgeMacros": f"{CLIENTS}/MacrosClient/Sources/Wrapped/Documented.swift",
}
# Modules that no client imports; what is indented in their comments is drawings.
SKIPPED = ("Sources/PledgeCore", "Sources/PledgeMacrosPlugin")


def modules(root):
    return sorted(path.name for path in (root / FOLDER).iterdir() if path.is_dir())


def read(root, folder):
    """Returns the samples of a module, and what is wrong with how they are written."""
    samples, found = [], []
    for page in comments.names(root, [f"{folder}/**/*.swift"]):
        there, problems = comments.read(page, (root / page).read_text())
        samples += there
        found += [(page, *problem) for problem in problems]
        found += [(page, line, "what is not run here prints nothing") for line in stated(there)]
    return samples, found


def quoted(root):
    """Returns the samples that quote a file, which they name, and what is wrong with them."""
    samples, found = [], []
    for folder, file in QUOTED.items():
        there, problems = read(root, folder)
        samples += [dataclasses.replace(sample, file=file) for sample in there]
        found += problems
    return samples, found


def stated(samples):
    return [line for sample in samples for line, _ in sample.stated]


def compile(root, folder, module, samples):
    """Type-checks samples of a module; the compiler says what is wrong. Returns if nothing is."""
    numbered = building.by_page(samples)
    texts = {page: source(root, module, page, there) for page, there in numbered.items()}
    building.write(folder, texts)
    return building.succeeds(command(root, folder, module), root, numbered)


def source(root, module, page, numbered):
    """Returns the Swift file for the samples of a page."""
    text = sources.page(numbered, ["Dispatch", "Foundation", module])
    opening = condition((root / page).read_text())
    return f"{opening}\n{text}#endif\n" if opening else text


def condition(text):
    """Returns the condition that all of a file is compiled on, if there is one."""
    first = next((line for line in text.splitlines() if line), "")
    return first if first.startswith("#if ") else ""


def command(root, folder, module):
    files = [root / FIXTURES / f"{module}.swift", *sorted(folder.glob("*.swift"))]
    return [root / "Scripts/Checks/typecheck", *files, "-warnings-as-errors", "-module-name", "Samples"]
