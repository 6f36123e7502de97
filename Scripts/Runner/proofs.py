"""The proofs of Documentation/Reliability.md. Those for every change have short time limits."""
from checks import Tier, script

CHANGE, NIGHTLY = Tier.CHANGE, Tier.NIGHTLY
PROOFS = "Scripts/Proofs"

RELIABILITY = [
    script(
        "model", "the model has no fault", f"{PROOFS}/model", "--only", "scenarios",
        tier=CHANGE, packages=("spin",),
    ),
    script(
        "model-bugs", "the model shows the bugs seeded in it", f"{PROOFS}/model", "--only", "bugs",
        tier=NIGHTLY, packages=("spin",),
    ),
    script(
        "permutations", "the library agrees with the oracle", f"{PROOFS}/permutations",
        tier=CHANGE, builds="Verification/.build",
    ),
    script(
        "schedules", "no schedule breaks the core", f"{PROOFS}/schedules",
        tier=CHANGE, builds="Verification/.build/schedules",
    ),
    script(
        "fuzz", "no input of a fixed set breaks the library", f"{PROOFS}/fuzz", "--random", "--seed", "1",
        tier=CHANGE, builds="Verification/.build/fuzz",
    ),
    # What libFuzzer tries depends on addresses, so a change could fail because of an old fault.
    script(
        "fuzz-search", "the fuzzer finds no input that breaks the library",
        f"{PROOFS}/fuzz", "--time", "900",
        tier=NIGHTLY, builds="Verification/.build/fuzz",
    ),
    script(
        "hostile", "no hostile program breaks the library", f"{PROOFS}/hostile", "--time", "20",
        tier=CHANGE, builds="Verification/.build",
    ),
    script(
        "soak", "all features work concurrently for a while", f"{PROOFS}/soak", "--time", "60",
        tier=NIGHTLY, builds="Verification/.build",
    ),
    script(
        "orderings", "weakened orderings are reported", f"{PROOFS}/orderings", "--quick",
        tier=NIGHTLY, builds=".build/orderings", packages=("git",),
    ),
    script(
        "mutations", "every seeded bug is caught", f"{PROOFS}/mutations",
        tier=NIGHTLY, builds=".build/mutations", minutes=600,
        packages=("git", "valgrind", "strip"), system="Linux",
    ),
    script(
        "pauses", "the tests pass with pauses in the core", f"{PROOFS}/pauses",
        tier=NIGHTLY, builds=".build/pauses", minutes=120,
    ),
]
