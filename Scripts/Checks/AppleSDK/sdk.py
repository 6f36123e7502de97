"""Makes an SDK for a system of Apple on another one, to type-check against: C headers, and Swift modules.

The C headers are the open ones of Darwin, which PyPI's ziglang contains. The modules of the standard library and of
Swift Testing are compiled from the textual interfaces of the installed toolchain, which state Apple's availability. All
others are in the folder Interfaces: the declarations that this repository uses, from the page of each type at
developer.apple.com, /documentation/MODULE/TYPE, unless a comment names another page.
"""
import graphlib
import hashlib
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
BUILD = ROOT / ".build/apple"
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
    """A system of Apple on x86-64, whose type Float80 the interfaces contain: that of Macs, or of a simulator."""

    name: str
    # The platform whose oldest version the manifest states.
    platform: str
    triple: str

    @property
    def folder(self):
        return BUILD / self.name

    def options(self, version):
        """Returns the options with which the compiler uses the SDK."""
        return [
            "-target", self.triple.format(version), "-sdk", BUILD / "sdk", "-resource-dir", self.folder,
            "-in-process-plugin-server-path", HOST / "libSwiftInProcPluginServer.so", "-plugin-path", HOST / "plugins",
            "-module-cache-path", self.folder / "cache", "-I", self.folder / "modules",
        ]


SYSTEMS = {
    name: System(name, platform, f"x86_64-apple-{triple}")
    for name, platform, triple in (
        ("macos", "macos", "macosx{}"), ("ios", "ios", "ios{}-simulator"), ("tvos", "tvos", "tvos{}-simulator"),
        ("watchos", "watchos", "watchos{}-simulator"), ("catalyst", "ios", "ios{}-macabi"),
    )
}


def make(system, version):
    """Compiles the modules one after the other, unless nothing has changed since all of them compiled."""
    collect_headers()
    for folder in "modules", "interfaces":
        (system.folder / folder).mkdir(parents=True, exist_ok=True)
    for name in "clang", "shims", "apinotes", "host":
        (system.folder / name).is_symlink() or (system.folder / name).symlink_to(TOOLCHAIN / name)
    texts, mark = interfaces(), system.folder / "complete"
    stamp = hashlib.sha256("\n".join([*map(str, system.options(version)), *texts.values()]).encode()).hexdigest()
    if mark.exists() and mark.read_text() == stamp:
        return
    before = {name: (set(IMPORT.findall(text)) & texts.keys()) - {name} for name, text in texts.items()}
    for name in graphlib.TopologicalSorter(before).static_order():
        compile_interface(system, version, name, texts[name])
    mark.write_text(stamp)


def collect_headers():
    headers = BUILD / "sdk/usr/include"
    shutil.rmtree(headers, ignore_errors=True)
    headers.mkdir(parents=True)
    (source,) = (ROOT / ".build/python").glob("lib/*/site-packages/ziglang/lib/libc/include/any-darwin-any")
    for entry in source.iterdir():
        (headers / entry.name).symlink_to(entry)
    shutil.copy(HERE / "Interfaces/module.modulemap", headers)


def interfaces():
    """Returns the text of each module's interface: that of the toolchain, followed by that of this repository."""
    shipped = {name: TOOLCHAIN / f"linux/{name}.swiftmodule/{LINUX}.swiftinterface" for name in SHIPPED}
    texts = {name: OMITTED.sub("", path.read_text()) for name, path in shipped.items()}
    for path in HERE.glob("Interfaces/*.swiftinterface"):
        texts[path.stem] = texts.get(path.stem, HEADER.format(path.stem)) + path.read_text()
    return texts


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
