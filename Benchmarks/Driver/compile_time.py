"""Counts the scopes that the compiler's solver needs for a chain of twenty, in each library."""
import counting
from program import PACKAGE, ROOT, Trouble, run

PLEDGE = ROOT / "Tests/Clients/CompileTime"
# The same twenty steps in the idiom of each library.
CHAINS = {
    ("realistic-chain", "pledge"): [PLEDGE / "Story.swift", PLEDGE / "Valid/Realistic.swift"],
    ("realistic-chain", "nio"): [PACKAGE / "Chains/NIORealistic.swift"],
    ("realistic-chain", "opencombine"): [PACKAGE / "Chains/OpenCombineRealistic.swift"],
    ("in-place-chain", "pledge"): [PLEDGE / "Valid/InPlace.swift"],
    ("in-place-chain", "nio"): [PACKAGE / "Chains/NIOInPlace.swift"],
    ("in-place-chain", "opencombine"): [PACKAGE / "Chains/OpenCombineInPlace.swift"],
}
# At this number of scopes, the compiler gives up by default.
MOST = 1_000_000


def scopes(program, chain, peer):
    """Returns the number of scopes, to one percent, or `None` if the compiler's own limit is too low."""
    files = CHAINS[chain, peer]
    if not is_enough(program, files, MOST):
        return None
    return counting.boundary(lambda scopes: not is_enough(program, files, scopes), MOST, 1.01) + 1


def is_enough(program, files, scopes):
    """Returns whether the compiler accepts the chain with a limit of scopes."""
    modules = program.binary.parent
    # The module maps of C targets, both generated and in the sources.
    maps = [*modules.glob("*.build/module.modulemap")]
    maps += PACKAGE.glob(".build/checkouts/*/Sources/*/include/module.modulemap")
    command = ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-I", modules / "Modules"]
    for map in sorted(maps):
        command += ["-Xcc", f"-fmodule-map-file={map}"]
    try:
        run(*command, "-Xfrontend", f"-solver-scope-threshold={scopes}", *files)
        return True
    except Trouble as trouble:
        if "in reasonable time" not in str(trouble):
            raise
        return False
