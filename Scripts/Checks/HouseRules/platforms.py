"""Finds code that depends on one machine or system, and platform versions missing from the README.

The C library has a different name on each system, so Swift code uses CPledge or Foundation instead. A
condition tests for the module that is used, with `canImport`. A list of systems becomes wrong with the
next system, so each allowed list is here, with its reason.
"""
import re

C_LIBRARY = re.compile(
    r"\bimport\s+(?:\w+\s+)?(Glibc|Darwin|Musl|Bionic|Android|WinSDK|CRT|ucrt|WASILibc)\b"
)
CONDITION = re.compile(r"^[ \t]*#(?:if|elseif)\b(.*)$", re.M)
SYSTEM = re.compile(r"(!\s*)?\bos\((\w+)\)")
LISTS = {
    # Systems on which a program can start others, and signals end them.
    "Android, Linux, macOS",
    # Systems on which a handle reports when it becomes readable.
    "not Windows",
    # The one system of Apple with a library for backtraces, whose module others can import, too.
    "macOS",
}
VERSION = re.compile(r"\.(macOS|iOS|tvOS|watchOS|visionOS)\(\.v(\d+)(?:_(\d+))?\)")
MACHINE_PATH = re.compile(r"(?<![\w.}])/(?:home|root|tmp|work|Users)/\w")


def path_problems(source):
    for found in MACHINE_PATH.finditer(source.text):
        yield source.found(found.start(), "a path that exists on one machine only")


def problems(source):
    for found in C_LIBRARY.finditer(source.code):
        yield source.found(found.start(), f"use CPledge or Foundation instead of {found[1]}")
    for found in CONDITION.finditer(source.code) if source.parts[0] == "Sources" else ():
        systems = sorted("not " * bool(no) + name for no, name in SYSTEM.findall(found[1]))
        if systems and ", ".join(systems) not in LISTS:
            listed = ", ".join(systems)
            yield source.found(found.start(1), f"a list of systems: {listed}; use canImport")


def version_problems(sources):
    manifest, readme = sources.get("Package.swift"), sources.get("README.md")
    if not manifest or not readme:
        return
    for system, *version in VERSION.findall(manifest.code):
        needed = f"{system} {'.'.join(filter(None, version))}"
        if not re.search(rf"\b{needed}\b", readme.text):
            yield f"README.md:1: does not say that {needed} is needed"
