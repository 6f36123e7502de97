"""Names what the figures were measured on."""
import datetime
import os
import platform
import re
import subprocess

from program import ROOT, checked


def description():
    """Returns the machine, the toolchain, the commit and the day, in words for Results.md."""
    return {
        "processor": f"{processor()}, {os.cpu_count()} cores, {memory()} GiB of memory",
        "system": f"{system()}, Linux {platform.release()}, glibc {platform.libc_ver()[1]}",
        "toolchain": checked(["swift", "--version"]).splitlines()[0],
        "commit": commit(),
        "date": datetime.date.today().isoformat(),
    }


def processor():
    with open("/proc/cpuinfo") as file:
        found = re.search(r"^model name\s*: (.*)", file.read(), re.M)
    return found[1] if found else platform.machine()


def memory():
    return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30))


def system():
    return platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())


def commit():
    """Returns the commit that was measured, and whether the sources differ from it."""
    git = ["git", "-C", ROOT]
    head = subprocess.run([*git, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True)
    if head.returncode:
        return "unknown"
    sources = ["Sources", "Package.swift", "Benchmarks/Sources", "Benchmarks/Package.swift"]
    changed = subprocess.run([*git, "diff", "--quiet", "HEAD", "--", *sources]).returncode
    return head.stdout.strip() + (", with changes that are not committed" if changed else "")
