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
MOST = 4_000_000


def scopes(program, chain, peer):
    """Returns how many scopes do, to a percent, or nothing if `MOST` do not."""
    files = CHAINS[chain][peer]
    low, high = 1, 64
    while not within(program, files, high):
        low, high = high, high * 2
        if high > MOST:
            complain(program, files)
            return None
    while high - low > high // 100:
        middle = (low + high) // 2
        if within(program, files, middle):
            high = middle
        else:
            low = middle
    return high


def within(program, files, scopes):
    return typecheck(program, files, ["-Xfrontend", f"-solver-scope-threshold={scopes}"]) is None


def complain(program, files):
    """Raises if the chain is wrong, rather than hard."""
    output = typecheck(program, files, [])
    if output and "reasonable time" not in output:
        raise Trouble(f"{shown(files[-1])} does not compile:\n{output[-2000:]}")


def typecheck(program, files, options):
    """Returns what is wrong with `files`, against the modules that the build has left."""
    modules = program.binary.parent
    command = ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6"]
    command += ["-I", modules / "Modules", *options, *files]
    for map in sorted(modules.glob("*.build/module.modulemap")):
        command += ["-Xcc", f"-fmodule-map-file={map}"]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else None
