"""Builds the programs of the package Verification, for the scripts beside this file."""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "Verification"


def built(product, folder=".build", *options):
    """Builds an optimized program in a folder of the package, and returns where it is."""
    where = ["--package-path", PACKAGE, "--scratch-path", PACKAGE / folder]
    build = ["swift", "build", "-c", "release", "--product", product, *where, *options]
    if status := subprocess.run(build, stdout=sys.stderr).returncode:
        sys.exit(status)
    shown = subprocess.run([*build, "--show-bin-path"], check=True, stdout=-1, text=True)
    return pathlib.Path(shown.stdout.strip()) / product


def become(program, arguments, **environment):
    """Replaces this process by the program."""
    sys.stdout.flush()
    os.execve(program, [program, *arguments], os.environ | environment)

