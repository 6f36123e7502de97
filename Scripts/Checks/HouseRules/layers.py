"""The layers of this package: what each target may import."""

# What each target may import, besides the Swift standard library. Nothing else is a layer.
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
    # A part of PromiseKit that was a module of its own.
    "PledgePMKFoundation": {"PledgePromiseKit", "Pledge", "Foundation", "FoundationNetworking"},
    "PledgePromisesTestHelpers": {"Foundation"},
    # What readers of the tutorial write: their program, which is called Users, its tests and manifest.
    "Pledge.docc": {"Pledge", "PledgeTesting", "PledgeTrace", "PackageDescription", "Dispatch", "Testing", "Users"},
    "PledgeMacrosPlugin": {f"Swift{name}" for name in
        "Syntax SyntaxBuilder SyntaxMacros Diagnostics Parser CompilerPlugin".split()},
}
CORE = {"CPledge", "PledgeCore"}
CORE_USERS = {"PledgeCore", "Pledge", "PledgeTrace", "PledgeCoreTests", "PledgeTraceTests"}
CORE_PIECES = {"Verification/Orderings/Weakenable.swift"}  # Goes into a copy of the core.
# What may import these of the core, and says so in the import: the lock, as a second one that the
# thread sanitizer sees could only be had with unsafe words outside of the core; the state of the thread
# by functions that block it; for the bridge to Foundation alone, the questions to the system that
# are asked with a pointer; and, for a description in PledgePromiseKit alone, the number of consumers.
LOCK_USERS = {name for name, uses in LAYERS.items() if "PledgeCore" in uses} - CORE_USERS
PIECES = {
    "class PledgeCore.Locked": LOCK_USERS, "struct PledgeCore.Nesting": LOCK_USERS,
    "enum PledgeCore.System": {"PledgeFoundation"},
    "class PledgeCore.Node": {"PledgePromiseKit"},
}
# What any test or nested package may import undeclared. The thread sanitizer does not see the
# locks of Synchronization, so the tests of this package do without.
SYSTEM = set("Testing XCTest Foundation FoundationNetworking Dispatch".split())
