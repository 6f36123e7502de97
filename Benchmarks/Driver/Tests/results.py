"""Results, in small."""

RESULTS = {
    "processor": "a processor, 2 cores",
    "system": "a system",
    "toolchain": "Swift 6.3",
    "commit": "0123456789ab",
    "date": "2026-01-31",
    "workloads": {
        "pending-maps": {"title": "pending + 3 maps + resolve", "unit": "promise"},
        "discardable-maps": {"title": "discardable + 3 maps", "unit": "promise"},
        "contention": {"title": "contention", "unit": "promise"},
        "footprint": {"title": "pending + 1 observer", "unit": "promise"},
        "deep-settle": {"title": "settle a deep chain", "unit": "stage"},
        "loop-settled": {"title": "a loop of settled steps", "unit": "turn"},
        "stages": {"title": "stages", "unit": "stage"},
    },
    "time": {
        # The machine is three times slower in the last round, and the ratio is not.
        "pending-maps": {"pledge": [250, 260, 750], "nio": [500, 500, 1_500]},
    },
    "counts": {
        "pending-maps": {
            "pledge": {"allocations": 4.004, "instructions": 3_610.2},
            "nio": {"allocations": 9, "instructions": 9_000},
        },
        "discardable-maps": {"pledge": {"allocations": 8, "instructions": 5_776}},
        "contention": {"pledge": {"allocations": 2.5, "instructions": None}},
    },
    "bytes": {"footprint": {"pledge": 168, "nio": 120}},
    "older": {
        "commit": "ba9876543210",
        "date": "2026-02-01",
        "figures": {
            "pending-maps": {"kit": 12.004, "google": 23},
            "footprint": {"kit": 200},
        },
    },
    "growth": {
        "stages": {
            "pledge": {
                "nanoseconds": {str(10**e): 500 + 70 * 10**e for e in range(7)},
                "memory": {str(10**e): 88 for e in range(7)},
                "allocations": {str(10**e): 3 + 10**e for e in range(7)},
                "instructions": {str(10**e): 10**6 + 500 * 10**e for e in range(6)},
            },
        },
    },
    "depth": {"deep-settle": {"pledge": 1_000_000, "opencombine": 562}},
    "runs": {
        "deep-settle": {"growth": 88_100_000, "live": 0},
        "loop-settled": {"growth": 31_000_000, "live": 0.0006},
    },
    "scopes": {"realistic-chain": {"pledge": 2_048, "nio": None}},
}

BUDGETS = {
    "pending-maps": {
        "time": {"nio": 0.5}, "allocations": 4, "instructions": 3_600, "why": "it has to."
    },
    "discardable-maps": {"instructions-of": {"pending-maps": 1.7}},
    "footprint": {"bytes": 176, "why": "it holds, so nobody asks."},
    "deep-settle": {"run": {"count": 1_000_000, "stack": 512, "growth": 100_000_000}},
    "loop-settled": {"run": {"count": 1_000_000, "live": 0, "growth": 30_000_000}},
    "realistic-chain": {"scopes": 5_000},
}

ORIGINALS = {
    "kit": {
        "original": "Kit 8",
        "module": "PledgeKit",
        "pending-maps": 75,
        "footprint": 144,
        "above": {"footprint": {"limit": 200, "reason": "Pledge's own has 176."}},
    },
    "google": {"original": "google 2", "module": "PledgeGoogle"},
}
