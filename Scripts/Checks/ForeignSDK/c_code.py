"""Compiles the C code of the core for every system, although Swift code can be built for few of them here.

clang accepts the header for every supported system, and rejects 32-bit systems with an explanation. The sources compile
for macOS, for Linux with glibc and with musl, for Windows with mingw-w64, and for Android with the headers of musl. The
header includes no headers of a system; for the sources, PyPI's ziglang has them.
"""
import itertools
import os
import subprocess

from sdk import BUILD, ROOT, c_headers, musl_headers

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
CPUS = "aarch64", "x86_64"
COMPILED = [f"{cpu}-{os}" for cpu in CPUS for os in ("macos.13.0", "linux-gnu", "linux-musl", "windows-gnu")]


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
    options = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-o", BUILD / "object.o"]
    for (system, compiler), folder in itertools.product(compilers(), (SOURCES, TESTING)):
        for file in sorted(folder.glob("*.c")):
            if text := complaint(*compiler, "-target", system, *options, "-I", folder / "include", "-c", file):
                yield f"{file.relative_to(ROOT)}:1: error: for {system}, {text}"


def compilers():
    """Yields the systems for which the sources are compiled, each with a compiler that has headers for it."""
    for system in COMPILED:
        yield system, [ROOT / ".build/python/bin/python", "-m", "ziglang", "cc"]
    for cpu in CPUS:
        paths = [option for name in musl_headers(cpu) for option in ("-isystem", c_headers() / name)]
        yield f"{cpu}-unknown-linux-android28", ["clang", "-nostdlibinc", *paths]
