"""Compiles the samples, with the library as `swift build` left it."""
import os
import re
import subprocess
import sys

import sources

SCREEN = "Tests/Clients/Recipes/Screen.swift"
# What the samples are linked with, and where it is.
TARGETS = {
    "CPledge": "Sources/CPledge",
    "PledgeCore": "Sources/PledgeCore",
    "Pledge": "Sources/Pledge",
    "PledgeFoundation": "Sources/Bridges/PledgeFoundation",
    "PledgeTesting": "Sources/PledgeTesting",
    "PledgeTrace": "Sources/PledgeTrace",
}


def compile(root, folder, samples):
    """Returns the program that runs a sample by its index, or nothing if one does not compile."""
    numbered = by_page(samples)
    write(folder, {page: sources.page(there) for page, there in numbered.items()})
    running = [it for it in enumerate(samples) if it[1].stated]
    (folder / "Program.swift").write_text(sources.program(running))
    program = folder / "Samples"
    return program if succeeds(list(command(root, folder, program)), root, numbered) else None


def by_page(samples):
    """Returns the samples of each page, with their index among all."""
    pages = {}
    for numbered in enumerate(samples):
        pages.setdefault(numbered[1].page, []).append(numbered)
    return pages


def write(folder, texts):
    """Writes the file of each page to the folder, which has no others after that."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.glob("*.swift"):
        file.unlink()
    for page, text in texts.items():
        (folder / f"{sources.flat(page)}.swift").write_text(text)


def succeeds(command, root, pages):
    """Runs the compiler, and shows what it says with the pages in it."""
    result = subprocess.run(command, cwd=root, stderr=subprocess.PIPE, text=True)
    said = result.stderr
    for page in pages:
        said = re.sub(rf"^{re.escape(sources.flat(page))}(?=:)", page, said, flags=re.M)
    print(said, end="", file=sys.stderr, flush=True)
    return result.returncode == 0


def command(root, folder, program):
    build = root / ".build/debug"
    # Optimised, what a sample does not use any more goes at once: it must not count on the scope.
    yield from ("swiftc", "-O", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors")
    yield from ("-module-name", "Samples", "-continue-building-after-errors", "-j", str(os.cpu_count()), "-o", program)
    yield from ("-I", build / "Modules")
    yield from ("-Xcc", f"-fmodule-map-file={build}/CPledge.build/module.modulemap")
    yield SCREEN
    yield from sorted(folder.glob("*.swift"))
    for target, place in TARGETS.items():
        yield from objects(root / place, build / f"{target}.build")


def objects(sources, build):
    """Returns the objects of a target. One whose source was removed may still lie among them."""
    folders = (sources, build / "DerivedSources")
    names = {path.name for folder in folders for path in folder.rglob("*")}
    return sorted(path for path in build.glob("*.o") if path.stem in names)
