"""The layers of this package: the modules that each target may import."""

# The modules that each target may import, besides the Swift standard library. All targets are listed.
LAYERS = {
    "CPledge": set(), "CPledgeTesting": set(), "PledgeSupport": {"CPledge"}, "PledgeCore": {"CPledge", "PledgeSupport"},
    "Pledge": {"PledgeCore", "PledgeSupport", "Dispatch"}, "PledgeMacros": {"Pledge"},
    "PledgeFoundation": {"Pledge", "PledgeSupport", "Foundation", "FoundationNetworking"},
    "PledgeTesting": {"Pledge", "PledgeSupport", "CPledgeTesting", "Dispatch", "Foundation", "Testing", "XCTest", "_Concurrency"},
    "PledgeObservability": {"Pledge", "PledgeSupport", "Logging", "Metrics", "Tracing"},
    "PledgeTrace": {"Pledge", "PledgeCore", "PledgeSupport", "Foundation", "Runtime"},
    "PledgeNIO": {"Pledge", "PledgeSupport", "NIOCore"},
    "PledgeCombine": {"Pledge", "PledgeSupport", "Combine", "OpenCombine"},
    **{f"Pledge{name}": {"Pledge", "PledgeSupport", "Combine", "Dispatch", "Foundation", "FoundationNetworking"}
        for name in "PromiseKit Promises Bolts BrightFutures When Then Sundell GSPromise".split()},
    "MigrateToPledge": {"Foundation"},
    # A separate module of PromiseKit.
    "PledgePMKFoundation": {"PledgePromiseKit", "Pledge", "PledgeSupport", "Foundation", "FoundationNetworking"},
    "PledgePromisesTestHelpers": {"Foundation"},
    # The code that readers of the tutorial write: a program named Users, its tests, and its manifest.
    "Pledge.docc": {"Pledge", "PledgeTesting", "PledgeTrace", "PackageDescription", "Dispatch", "Testing", "Users"},
    "PledgeMacrosPlugin": {f"Swift{name}" for name in
        "Syntax SyntaxBuilder SyntaxMacros Diagnostics Parser CompilerPlugin".split()},
}
# The layers with unsafe and atomic code.
CORE = {"CPledge", "PledgeSupport", "PledgeCore"}
