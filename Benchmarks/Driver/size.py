"""Measures the size of programs that use a library, and the time that their clean build takes."""
import functools
import tempfile
import threading
import time

from program import PACKAGE, Workload, run

PEERS = ("pledge", "nio", "opencombine")
WORKLOADS = {
    workload.name: workload
    for workload in (
        Workload("size-map", "one map, more than an empty program", "program", "size", PEERS),
        Workload("size-chain", "3 maps of types with one layout", "chain", "size", ("pledge",)),
        Workload("size-layouts", "3 maps of types with different layouts", "chain", "size", ("pledge",)),
        Workload("build-debug", "debug", "program", "build", PEERS),
        Workload("build-release", "release", "program", "build", PEERS),
    )
}
# The program that uses each library once.
MAPS = {"pledge": "PledgeMap", "nio": "NIOMap", "opencombine": "OpenCombineMap"}
# The chains in each program that has several.
CHAINS = {"size-chain": ("PledgeChains", 16), "size-layouts": ("PledgeLayouts", 8)}
# Debug information, which the benchmarks are built without, doubles the tables for unwinding the stack.
FOLDER = PACKAGE / ".build/sizes"
BUILDING = threading.Lock()


def text(_, workload, peer):
    """Returns the bytes of code and constant data that the library adds, or that each chain adds."""
    if workload in CHAINS:
        name, chains = CHAINS[workload]
        return (text_of(name) - text_of(MAPS[peer])) / chains
    return text_of(MAPS[peer]) - text_of("Empty")


@functools.cache
def text_of(name):
    """Returns the size of a release program that is built with default flags."""
    place = ["--package-path", PACKAGE, "--scratch-path", FOLDER]
    with BUILDING:
        run("swift", "build", *place, "-c", "release", "--product", name)
    return int(run("size", FOLDER / "release" / name).stdout.splitlines()[1].split()[0])


def build_seconds(_, workload, peer):
    """Returns the seconds that a build with default flags takes, with the sources already fetched."""
    with tempfile.TemporaryDirectory() as folder:
        place = ["--package-path", PACKAGE, "--scratch-path", folder]
        run("swift", "package", *place, "resolve")
        start = time.monotonic()
        run("swift", "build", *place, "-c", workload.removeprefix("build-"), "--product", MAPS[peer])
        return time.monotonic() - start
