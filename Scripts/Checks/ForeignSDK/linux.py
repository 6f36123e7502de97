"""Makes an SDK for Android, or for Linux with musl: of the modules of the installed toolchain, and the headers of musl.

The compiler accepts a module for one kind of Linux on every other. What differs is the C library: the modules import
Glibc. Here, they import `Posix` instead, a name of the same length, which is compiled from the interface of Glibc with
the headers of musl, also for Android: they stand in for those of bionic. `Android` or `Musl` export it.
"""
from dataclasses import dataclass

from sdk import HEADER, LINUX, TOOLCHAIN, System, link_headers, musl_headers, shipped_interface

HEADERS = musl_headers("x86_64")
MODULE_MAP = 'module SwiftPosix [system] {\n  header "SwiftPosix.h"\n  export *\n}\n'


@dataclass(frozen=True)
class Port(System):
    # The module of the C library, and the modules that exist only on Linux with glibc.
    library: str = ""
    lacking: tuple = ("Glibc",)

    def prepare(self):
        """Copies the modules of the toolchain, except for those of the C library."""
        link_headers(self.sdk, self.headers)
        # The headers of Foundation include this one for Android. What it declares is not used.
        (self.sdk / "usr/include/android").mkdir()
        (self.sdk / "usr/include/android/api-level.h").touch()
        for source in (TOOLCHAIN / "linux").glob(f"*.swiftmodule/{LINUX}.swiftmodule"):
            if source.parent.stem not in self.lacking:
                copy = self.folder / "modules" / source.parent.name
                copy.write_bytes(source.read_bytes().replace(b"Glibc", b"Posix"))
        header = (TOOLCHAIN / "linux/x86_64/SwiftGlibc.h").read_text()
        # musl warns of this name.
        (self.folder / "modules/SwiftPosix.h").write_text(header.replace("<wait.h>", "<sys/wait.h>"))
        (self.folder / "modules/module.modulemap").write_text(MODULE_MAP)

    def interfaces(self):
        posix = shipped_interface("Glibc").replace("Glibc", "Posix").replace("__sighandler_t", "sighandler_t")
        exported = HEADER.format(self.library) + "@_exported import Posix\n"
        return {"Posix": posix, self.library: exported, "Testing": shipped_interface("Testing")}


PORTS = {
    "android": Port("android", "x86_64-unknown-linux-android28", "", HEADERS, "Android", ("Glibc", "Runtime")),
    "musl": Port("musl", "x86_64-swift-linux-musl", "", HEADERS, "Musl"),
}
