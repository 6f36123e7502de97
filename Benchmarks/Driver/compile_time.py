"""Counts the scopes that the compiler's solver opens for a chain of twenty, in each library."""
import subprocess

from program import PACKAGE, ROOT, Trouble, shown

PLEDGE = ROOT / "Tests/Clients/CompileTime"
# The same twenty steps in each library's own words; a library without an answer is left out.
CHAINS = {
    "realistic-chain": {
        "pledge": [PLEDGE / "Story.swift", PLEDGE / "Valid/Realistic.swift"],
        "nio": [PACKAGE / "Chains/NIORealistic.swift"],
        "opencombine": [PACKAGE / "Chains/OpenCombineRealistic.swift"],
    },
    "in-place-chain": {
        "pledge": [PLEDGE / "Valid/InPlace.swift"],
        "nio": [PACKAGE / "Chains/NIOInPlace.swift"],
        "opencombine": [PACKAGE / "Chains/OpenCombineInPlace.swift"],
    },
}
# The maps of C modules that a build makes, and those that came with what was fetched.
GENERATED_MAPS = "*.build/module.modulemap"
WRITTEN_MAPS = ".build/checkouts/*/Sources/*/include/module.modulemap"
# Where the compiler gives up when nobody says otherwise.
MOST = 1_000_000


def scopes(program, chain, peer):
    """Returns how many scopes do, to a percent, or nothing if the compiler's own limit does not."""
    files = CHAINS[chain][peer]
    if not within(program, files, MOST):
        return None
    low, high = 1, 64
    while not within(program, files, high):
        low, high = high, high * 2
    while high - low > high // 100:
        middle = (low + high) // 2
        if within(program, files, middle):
            high = middle
        else:
            low = middle
    return high


def within(program, files, scopes):
    """Returns whether so many scopes do; raises if the chain is wrong, rather than hard."""
    modules = program.binary.parent
    command = ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6"]
    command += ["-Xfrontend", f"-solver-scope-threshold={scopes}", "-I", modules / "Modules"]
    for map in sorted((*modules.glob(GENERATED_MAPS), *PACKAGE.glob(WRITTEN_MAPS))):
        command += ["-Xcc", f"-fmodule-map-file={map}"]
    done = subprocess.run([*command, *files], capture_output=True, text=True)
    if done.returncode and "in reasonable time" not in done.stderr:
        raise Trouble(f"{shown(files[-1])} does not compile:\n{done.stderr[-2000:]}")
    return not done.returncode
