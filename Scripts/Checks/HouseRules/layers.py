"""The layers of this package: the modules that each target may import."""

# The modules that each target may import, besides the Swift standard library. All targets are listed.
LAYERS = {
    "CPledge": set(), "PledgeCore": {"CPledge"},
    "Pledge": {"PledgeCore", "Dispatch"}, "PledgeMacros": {"Pledge"},
    "PledgeFoundation": {"Pledge", "PledgeCore", "Foundation", "FoundationNetworking"},
    "PledgeTesting": {"Pledge", "PledgeCore", "Dispatch", "Foundation", "Testing", "XCTest"},
    "PledgeObservability": {"Pledge", "PledgeCore", "Logging", "Metrics", "Tracing"},
    "PledgeTrace": {"Pledge", "PledgeCore", "Foundation", "Runtime"},
    "PledgeNIO": {"Pledge", "PledgeCore", "NIOCore"},
    "PledgeCombine": {"Pledge", "PledgeCore", "Combine", "OpenCombine"},
    **{f"Pledge{name}": {"Pledge", "PledgeCore", "Combine", "Dispatch", "Foundation", "FoundationNetworking"}
        for name in "PromiseKit Promises Bolts BrightFutures When Then Sundell GSPromise".split()},
    "MigrateToPledge": {"Foundation"},
    # A separate module of PromiseKit.
    "PledgePMKFoundation": {"PledgePromiseKit", "Pledge", "Foundation", "FoundationNetworking"},
    "PledgePromisesTestHelpers": {"Foundation"},
    # The code that readers of the tutorial write: a program named Users, its tests, and its manifest.
    "Pledge.docc": {"Pledge", "PledgeTesting", "PledgeTrace", "PackageDescription", "Dispatch", "Testing", "Users"},
    "PledgeMacrosPlugin": {f"Swift{name}" for name in
        "Syntax SyntaxBuilder SyntaxMacros Diagnostics Parser CompilerPlugin".split()},
}
CORE = {"CPledge", "PledgeCore"}
CORE_USERS = {"PledgeCore", "Pledge", "PledgeTrace", "PledgeCoreTests", "PledgeTraceTests"}
CORE_PIECES = {"Verification/Orderings/Weakenable.swift"}  # Is compiled in a copy of the core.
# Declarations of the core that other targets may import individually: the lock, because another lock that
# the thread sanitizer recognizes would need unsafe code outside of the core; the thread's nesting, for
# functions that block the thread; system calls with pointers, only for the Foundation bridge; and the
# number of consumers, only for a description in PledgePromiseKit.
LOCK_USERS = {name for name, uses in LAYERS.items() if "PledgeCore" in uses} - CORE_USERS
PIECES = {
    "class PledgeCore.Locked": LOCK_USERS, "struct PledgeCore.Nesting": LOCK_USERS,
    "enum PledgeCore.System": {"PledgeFoundation"},
    "class PledgeCore.Node": {"PledgePromiseKit"},
}
# Modules that any test or nested package may import without declaring them. Synchronization is missing
# because the thread sanitizer does not recognize its locks.
SYSTEM = set("Testing XCTest Foundation FoundationNetworking Dispatch".split())
