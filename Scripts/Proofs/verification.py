"""Builds the programs of the package Verification for the scripts in this folder."""
import argparse
import importlib
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "Verification"


def parsed(name, description, *sanitizers):
    """Returns the sanitizer to build with, if any, and the options for the program."""
    description += f" The other options are those of the program: Scripts/Proofs/{name} -- --help."
    parser = argparse.ArgumentParser(f"Scripts/Proofs/{name}", description=description, allow_abbrev=False)
    parser.add_argument("--sanitize", choices=sanitizers, help="build with this sanitizer")
    options, others = parser.parse_known_args()
    return options, [other for other in others if other != "--"]


def drive(name, *arguments):
    """Runs a module of Verification/Driver."""
    if sys.version_info < (3, 11):
        sys.exit(f"Scripts/Proofs/{name} needs Python 3.11 or later; this is {sys.version.split()[0]}")
    sys.path.insert(0, str(PACKAGE / "Driver"))
    try:
        sys.exit(importlib.import_module(name).main(*arguments))
    except importlib.import_module("running").DriverError as error:
        sys.exit(f"error: {error}")


def built(product, folder=".build", *options):
    """Builds an optimized program in a folder of the package, and returns its path.

    All programs without a sanitizer have the same options, so they share one build of the library.
    """
    where = ["--package-path", PACKAGE, "--scratch-path", PACKAGE / folder]
    # Only the reports of sanitizers need the debug information, which takes a tenth of the time.
    options = options or ["-debug-info-format", "none"]
    build = ["swift", "build", "-c", "release", "--product", product, *where, *options]
    if status := subprocess.run(build, stdout=sys.stderr).returncode:
        sys.exit(status)
    shown = subprocess.run([*build, "--show-bin-path"], check=True, stdout=-1, text=True)
    return pathlib.Path(shown.stdout.strip()) / product


def built_for_weak_mode():
    """Builds the schedules with calls to the explorer instead of the thread sanitizer: only the frontend knows of it,
    so its library is not linked. Each call has its line, also in code that is inlined from another module."""
    frontend = ("-sanitize=thread", "-experimental-serialize-debug-info", "-disable-llvm-merge-functions-pass")
    llvm = ("-sink-common-insts=false", "-hoist-common-insts=false")
    flags = [("-Xfrontend", flag) for flag in frontend] + [("-Xllvm", flag) for flag in llvm]
    passed = [word for pair in flags for part in pair for word in ("-Xswiftc", part)]
    return built("Schedules", ".build/schedules-weak", "-Xcc", "-DPLEDGE_YIELD_POINTS", *passed)
