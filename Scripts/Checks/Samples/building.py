"""Compiles samples with the library built by Scripts/test build, and runs them."""
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading

import sources

LINKED = (
    "CPledge", "CPledgeTesting", "PledgeSupport", "PledgeCore", "Pledge", "PledgeFoundation", "PledgeLoad", "PledgeTesting",
    "PledgeTrace",
)
IMPORTED = ["Dispatch", "Foundation", *LINKED[4:]]
RECIPES = "Tests/Clients/Recipes"
# The location of a promise in a report; a page shows one with a file name from the reader's project.
PLACE = re.compile(r"[\w-]+/[\w.+-]+\.(?:swift|md):\d+")
SECONDS = 60


def compile(root, name, samples):
    """Compiles a group of numbered samples, and returns the diagnostics if the compiler rejects one."""
    folder = root / ".build/recipes" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    pages = {}
    for numbered in samples:
        pages.setdefault(numbered[1].page, []).append(numbered)
    for page, there in pages.items():
        imported = IMPORTED if name == "Samples" else ["Dispatch", "Foundation", name]
        text = sources.file(imported, there, condition(root / page))
        (folder / f"{sources.flat(page)}.swift").write_text(text)
    if name == "Samples":
        (folder / "Table.swift").write_text(sources.table([it for it in samples if it[1].stated]))
    command = [
        *[root / "Scripts/Checks/typecheck", *sorted(folder.glob("*.swift")), *options(root, name, folder)],
        *["-module-name", "Samples", "-warnings-as-errors", "-continue-building-after-errors"],
    ]
    result = subprocess.run(command, cwd=root, capture_output=True, text=True)
    diagnostics = result.stdout + result.stderr
    for page in pages:
        diagnostics = re.sub(rf"^{re.escape(sources.flat(page))}(?=:)", page, diagnostics, flags=re.M)
    return (diagnostics or f"swiftc failed for {name}") if result.returncode else ""


def condition(page):
    """Returns the condition on which a whole Swift file is compiled, if any."""
    first = next(filter(None, page.read_text().splitlines()), "")
    return first if first.startswith("#if ") else ""


def options(root, name, folder):
    """Returns the other arguments of the compiler; a group that is not run is only type-checked."""
    if name == "Samples":
        # Optimized code releases values after their last use: a sample must not rely on their scope.
        fixtures = [root / RECIPES / "Screen.swift", root / RECIPES / "Program.swift"]
        flags = ["-O", "-j", str(os.cpu_count()), "-emit-executable", "-o", folder / "run"]
        return [*fixtures, *flags, *stub(root, folder, "SwiftUI"), *objects(root, LINKED)]
    return [root / RECIPES / f"{name}.swift"]


def stub(root, folder, module):
    """Compiles the declarations that stand for a module of Apple, and returns the options to use them."""
    file, built = root / RECIPES / f"{module}.swift", folder / f"{module}.o"
    command = ["swiftc", "-parse-as-library", "-swift-version", "6", "-emit-module", "-module-name", module, "-c", file, "-o", built]
    subprocess.run(command, cwd=folder, check=True)
    return ["-I", folder, built]


def objects(root, modules):
    """Returns the object files that SwiftPM linked last; the folder may also contain older ones."""
    listing = root / ".build/checks/debug/pledgePackageTests.product/Objects.LinkFileList"
    if not listing.exists():
        sys.exit(f"error: there is no {listing}; run Scripts/test build first")
    folders = tuple(f"{module}.build" for module in modules)
    return [path for path in listing.read_text().splitlines() if pathlib.Path(path).parent.name in folders]


def run(root, number, sample):
    """Returns the first line whose output differs from the page, and the actual output."""
    program = root / ".build/recipes/Samples/run"
    printed, status = output([program, str(number)], len(sample.stated))
    lines = [line for line, _ in sample.stated]
    stated = [PLACE.sub("", text) for _, text in sample.stated]
    pairs = itertools.zip_longest(lines, stated, [PLACE.sub("", text) for text in printed])
    different = [line or sample.line for line, expected, actual in pairs if expected != actual]
    if different or status:
        text = "".join(f"\n    {line}" for line in printed)
        line = next(iter(different), sample.line)
        return sample.page, line, f"the sample ends with status {status}, and prints:{text}"
    return None


def output(command, count):
    """Returns the lines that a sample prints, on standard error as well, and its status.

    The sample runs until its input is closed, which gives handlers on other threads time to print the
    expected number of lines. Signal 9 ends a sample that hangs.
    """
    environment = os.environ | {"SWIFT_BACKTRACE": "enable=no"}
    pipes = {"stdin": -1, "stdout": -1, "stderr": subprocess.STDOUT, "text": True, "env": environment}
    with subprocess.Popen(command, **pipes) as process:
        guard = threading.Timer(SECONDS, process.kill)
        guard.start()
        lines = list(itertools.islice(process.stdout, count))
        process.stdin.close()
        lines += process.stdout
        status = process.wait()
        guard.cancel()
    return [line.rstrip("\n") for line in lines], status
