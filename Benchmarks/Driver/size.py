"""Measures the size of programs that use a library."""
import functools
import threading

from program import PACKAGE, Workload, run

PEERS = ("pledge", "nio", "opencombine")
WORKLOADS = {
    workload.name: workload
    for workload in (
        Workload("size-map", "one map, more than an empty program", "size", PEERS),
        Workload("size-chain", "3 maps of types with one layout", "size", ("pledge",)),
        Workload("size-layouts", "3 maps of types with different layouts", "size", ("pledge",)),
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
