"""Makes an SDK for another system on Linux, to type-check against: C headers, and Swift modules.

The C headers of Darwin, which are open, and those of musl are in PyPI's ziglang. For systems of Apple, the modules of
the standard library and of Swift Testing are compiled from the textual interfaces of the installed toolchain, which
state Apple's availability. All others are in the folder Interfaces: the declarations that this repository uses, from
the page of each type at developer.apple.com, /documentation/MODULE/TYPE, unless a comment names another page.

The other systems have the same modules as Linux with glibc, also of Dispatch and Foundation: see linux.py.
"""
import graphlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
BUILD = ROOT / ".build/foreign"
FRONTEND = Path(shutil.which("swiftc") or "swiftc").resolve().with_name("swift-frontend")
TOOLCHAIN = FRONTEND.parents[1] / "lib/swift"
HOST = TOOLCHAIN / "host"
LINUX = "x86_64-unknown-linux-gnu"
# The modules of the toolchain that Apple's systems have, too.
SHIPPED = "Swift SwiftOnoneSupport _Concurrency _RegexParser _StringProcessing Observation Runtime Testing".split()
# What is true only on Linux. A back-deployed function needs a body, which an interface for Linux lacks.
OMITTED = re.compile(
    rf"-target {LINUX}|-disable-objc-interop|^(public )?import Glibc$|@backDeployed\(before: [^)]*\) ?", re.M
)
HEADER = "// swift-interface-format-version: 1.0\n// swift-module-flags: -swift-version 6 -module-name {}\n"
IMPORT = re.compile(r"^(?:@\w+ |public )*import (\w+)", re.M)


@dataclass(frozen=True)
class System:
    """A system on x86-64, whose type Float80 the interfaces contain: of Apple's, that of Macs, or of a simulator."""

    name: str
    triple: str
    # The platform whose oldest version the manifest states.
    platform: str
    # The folders of ziglang with the C headers; if a file is in several, that of the first counts.
    headers: tuple = ("any-darwin-any",)

    @property
    def folder(self):
        return BUILD / self.name

    @property
    def sdk(self):
        return BUILD / "sdk" / self.headers[0]

    def options(self, version):
        """Returns the options with which the compiler uses the SDK."""
        return [
            "-target", self.triple.format(version), "-sdk", self.sdk, "-resource-dir", self.folder,
            "-in-process-plugin-server-path", HOST / "libSwiftInProcPluginServer.so", "-plugin-path", HOST / "plugins",
            "-module-cache-path", self.folder / "cache", "-I", self.folder / "modules",
        ]

    def prepare(self):
        """Provides what is not compiled from an interface."""
        link_headers(self.sdk, self.headers)
        shutil.copy(HERE / "Interfaces/module.modulemap", self.sdk / "usr/include")

    def interfaces(self):
        """Returns the text of each module's interface: that of the toolchain, followed by that of this repository."""
        texts = {name: shipped_interface(name) for name in SHIPPED}
        for path in HERE.glob("Interfaces/*.swiftinterface"):
            texts[path.stem] = texts.get(path.stem, HEADER.format(path.stem)) + path.read_text()
        return texts


APPLE = {
    name: System(name, f"x86_64-apple-{triple}", platform)
    for name, platform, triple in (
        ("macos", "macos", "macosx{}"), ("ios", "ios", "ios{}-simulator"), ("tvos", "tvos", "tvos{}-simulator"),
        ("watchos", "watchos", "watchos{}-simulator"), ("catalyst", "ios", "ios{}-macabi"),
    )
}


def make(system, version):
    """Compiles the modules one after the other, unless nothing has changed since all of them compiled."""
    texts, mark = system.interfaces(), system.folder / "complete"
    packages = (ROOT / "Scripts/requirements.txt").read_text()
    stated = [packages, *map(str, [c_headers(), *system.options(version)]), *texts.values()]
    stamp = hashlib.sha256("\n".join(stated).encode()).hexdigest()
    if mark.exists() and mark.read_text() == stamp:
        return
    shutil.rmtree(system.folder, ignore_errors=True)
    for folder in "modules", "interfaces":
        (system.folder / folder).mkdir(parents=True)
    for entry in TOOLCHAIN.iterdir():
        if entry.name != "linux":
            (system.folder / entry.name).symlink_to(entry)
    system.prepare()
    before = {name: (set(IMPORT.findall(text)) & texts.keys()) - {name} for name, text in texts.items()}
    for name in graphlib.TopologicalSorter(before).static_order():
        compile_interface(system, version, name, texts[name])
    mark.write_text(stamp)


def musl_headers(cpu):
    """Returns the folders of ziglang with musl's headers, and those of the kernel."""
    kernel = {"aarch64": "aarch64", "x86_64": "x86"}[cpu]
    return f"{cpu}-linux-musl", "generic-musl", f"{kernel}-linux-any", "any-linux-any"


def c_headers():
    (folder,) = (ROOT / ".build/python").glob("lib/*/site-packages/ziglang/lib/libc/include")
    return folder


def link_headers(sdk, names):
    shutil.rmtree(sdk, ignore_errors=True)
    for name in names:
        shutil.copytree(c_headers() / name, sdk / "usr/include", copy_function=link, dirs_exist_ok=True)


def link(source, file):
    if not os.path.lexists(file):
        os.symlink(source, file)


def shipped_interface(name):
    return OMITTED.sub("", (TOOLCHAIN / f"linux/{name}.swiftmodule/{LINUX}.swiftinterface").read_text())


def compile_interface(system, version, name, text):
    interface = system.folder / f"interfaces/{name}.swiftinterface"
    interface.write_text(text)
    command = [
        FRONTEND, "-compile-module-from-interface", interface, *system.options(version), "-module-name", name,
        "-disable-availability-checking", "-o", system.folder / f"modules/{name}.swiftmodule",
        *["-parse-stdlib"] * (name == "Swift"),
    ]
    if subprocess.run(command).returncode:
        sys.exit(f"error: this module of the SDK does not compile: {name}")
