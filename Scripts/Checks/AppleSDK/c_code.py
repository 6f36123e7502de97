"""Compiles the C code of the core for every system, although Swift code can be built for few of them here.

clang accepts the header for every supported system, and rejects 32-bit systems with an explanation. The sources compile
for macOS, for Linux with glibc and with musl, and for Windows with mingw-w64. The header includes no headers of a
system; for the sources, PyPI's ziglang has them.
"""
import os
import subprocess

from sdk import BUILD, ROOT

SOURCES = ROOT / "Sources/CPledge"
TESTING = ROOT / "Sources/CPledgeTesting"
MESSAGE = "Pledge needs a system with 64-bit addresses"
ACCEPTED = """
arm64-apple-macos13 x86_64-apple-macos13 arm64-apple-ios16 arm64-apple-tvos16 arm64-apple-xros1 arm64-apple-watchos26
arm64-apple-watchos9-simulator x86_64-apple-watchos9-simulator aarch64-unknown-linux-gnu x86_64-unknown-linux-gnu
aarch64-swift-linux-musl x86_64-swift-linux-musl aarch64-unknown-linux-android28 x86_64-unknown-linux-android28
aarch64-unknown-windows-msvc x86_64-unknown-windows-msvc
""".split()
REFUSED = "wasm32-unknown-wasip1 armv7-unknown-linux-androideabi28 arm64_32-apple-watchos9 i686-unknown-linux-gnu".split()
COMPILED = [f"{cpu}-{os}" for cpu in ("aarch64", "x86_64") for os in ("macos.13.0", "linux-gnu", "linux-musl", "windows-gnu")]


def output(*command):
    """Returns the exit status and the output of a compiler."""
    caches = {f"ZIG_{kind}_CACHE_DIR": str(BUILD / "zig") for kind in ("GLOBAL", "LOCAL")}
    done = subprocess.run(command, cwd=ROOT, env=os.environ | caches, stdout=-1, stderr=-2, text=True)
    return done.returncode, done.stdout


def header(system):
    options = ["-ffreestanding", "-fsyntax-only", "-Wall", "-Werror", "-I", SOURCES / "include"]
    return output("clang", *options, "-target", system, "-x", "c", "-include", "CPledge.h", "/dev/null")


def source(system, file):
    """Compiles one of the sources, like SwiftPM, but with warnings as errors."""
    options = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-I", file.parent / "include"]
    python = ROOT / ".build/python/bin/python"
    return output(python, "-m", "ziglang", "cc", *options, "-target", system, "-c", file, "-o", BUILD / "object.o")


def problems():
    """Yields a line for each wrong result."""
    BUILD.mkdir(parents=True, exist_ok=True)
    for system in ACCEPTED:
        status, text = header(system)
        if status:
            yield f"Sources/CPledge/include/CPledge.h:1: error: for {system}, {text}"
    for system in REFUSED:
        status, text = header(system)
        if not status or MESSAGE not in text or text.count(": error: ") != 1:
            yield f"Sources/CPledge/include/CPledge.h:1: error: for {system}, not only '{MESSAGE}': {text}"
    for system in COMPILED:
        for file in sorted([*SOURCES.glob("*.c"), *TESTING.glob("*.c")]):
            status, text = source(system, file)
            if status:
                yield f"{file.relative_to(ROOT)}:1: error: for {system}, {text}"
