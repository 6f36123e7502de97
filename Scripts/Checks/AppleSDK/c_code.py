"""Compiles the C code of the core for every system, although Swift code can be built for few of them here.

clang accepts the header for every supported system, and rejects 32-bit systems with an explanation. The sources compile
for macOS, for Linux with glibc and with musl, and for Windows with mingw-w64. The header includes no headers of a
system; for the sources, PyPI's ziglang has them.
"""
import itertools
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


def complaint(*command):
    """Returns the diagnostics of a compiler, or an empty string if it accepts its input."""
    caches = {f"ZIG_{kind}_CACHE_DIR": str(BUILD / "zig") for kind in ("GLOBAL", "LOCAL")}
    done = subprocess.run(command, cwd=ROOT, env=os.environ | caches, stdout=-1, stderr=-2, text=True)
    return (done.stdout or "it is rejected") if done.returncode else ""


def problems():
    """Yields a line for each wrong result."""
    BUILD.mkdir(parents=True, exist_ok=True)
    options = ["-ffreestanding", "-fsyntax-only", "-Wall", "-Werror", "-I", SOURCES / "include"]
    for system in ACCEPTED + REFUSED:
        text = complaint("clang", *options, "-target", system, "-x", "c", "-include", "CPledge.h", "/dev/null")
        if system in REFUSED and (MESSAGE not in text or text.count(": error: ") != 1):
            yield f"Sources/CPledge/include/CPledge.h:1: error: for {system}, not only '{MESSAGE}': {text}"
        elif text and system in ACCEPTED:
            yield f"Sources/CPledge/include/CPledge.h:1: error: for {system}, {text}"
    # Like SwiftPM, but with warnings as errors.
    compiler = [ROOT / ".build/python/bin/python", "-m", "ziglang", "cc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror"]
    for system, folder in itertools.product(COMPILED, (SOURCES, TESTING)):
        for file in sorted(folder.glob("*.c")):
            paths = ["-I", folder / "include", "-target", system, "-c", file, "-o", BUILD / "object.o"]
            if text := complaint(*compiler, *paths):
                yield f"{file.relative_to(ROOT)}:1: error: for {system}, {text}"
