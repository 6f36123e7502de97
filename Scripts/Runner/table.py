"""Every check of this repository, in the order in which a run starts them."""
from checks import Check, Tier

QUICK, CHANGE, NIGHTLY = Tier.QUICK, Tier.CHANGE, Tier.NIGHTLY

# A run without tests also succeeds.
SWIFT_TESTS_RAN = r"Test run with [1-9]\d* tests?\b.* passed|Executed [1-9]\d* tests?, with 0 failures"
PYTHON_TESTS_RAN = r"\nRan [1-9]\d* tests?\b"

# The folder of Scripts/Checks/build. A plain `swift build` has other options, so it has another folder.
CHECKED = ".build/checks"
# The tests that find the most relative to their build time: those of the core, and those of each clause. Other modules
# use threads only through the core.
CLAUSES = {"PLEDGE_TEST_TARGETS": "PledgeCoreTests ConformanceTests"}
LINT = "swift format lint --strict --recursive Sources Tests Examples Benchmarks Verification Package.swift"
PYTHON = ("python3-venv", "python-packages")
BROWSER = ("chromium", "chromedriver", "fonts-dejavu-core", *PYTHON)
CLIENTS, VERIFICATION = "Tests/Clients/.build", "Verification/.build"
DEBIAN = {
    "builds": ".build/platforms", "minutes": 300, "system": "Linux", "proof": SWIFT_TESTS_RAN,
    "packages": ("mmdebstrap", "qemu-user-static"),
}

# Patterns of paths.
CODE = r"^Sources/.*\.(swift|c|h)$"
CORE, LIBRARY = r"^Sources/(CPledge|PledgeSupport|PledgeCore)/", r"^Sources/(CPledge|PledgeSupport|PledgeCore|Pledge)/"
FOREIGN = r"^Sources/(Bridges|CPledge|CPledgeTesting|Pledge(Support|Testing|Trace))/|^Package\.swift$|^Scripts/Checks/[Ff]oreign"
PAGES = r"^(README|Documentation/|Sources/.*\.docc/)"


def check(name, tier, seconds, command, protects, concerns="^$", **others):
    return Check(name, protects, command, tier, seconds, concerns, **others)


# What the code says, and what the compiler says of it. These read the products of `build`.
QUICK_CHECKS = [
    check("build", QUICK, 300, "Scripts/Checks/build checks --build-tests",
        "everything builds without a warning, and declares its imports", r"\.swift$", builds=CHECKED),
    check("format", QUICK, 32, LINT, "the sources are formatted, and public declarations documented", r"\.swift$"),
    check("house-rules", QUICK, 7, "Scripts/Checks/HouseRules/check.py",
        "the rules hold that the compiler does not know, such as layers, sizes, and a test of each clause", "."),
    check("links", QUICK, 1, "Scripts/docs --links", "no link in a Markdown file is dead", r"\.md$|^Scripts/(Site/|docs$)",
        packages=PYTHON),
    check("script-tests", QUICK, 50, "Scripts/Checks/script-tests",
        "the scripts work that move users' code, publish releases, and report failures",
        r"^(Scripts|\.github|Verification/(Driver|Mutations))/|^CHANGELOG",
        after=("build",), packages=("git", *PYTHON), system="Linux", proof=PYTHON_TESTS_RAN),
    check("tests", QUICK, 235, f"swift test --skip-build --scratch-path {CHECKED}", "the library behaves as specified",
        rf"{CODE}|^Tests/(\w+Tests|Support)/", after=("build",), builds=CHECKED, proof=SWIFT_TESTS_RAN),
    check("leaks", QUICK, 8, "Scripts/Checks/leaks", "every operator frees all its memory, however it ends", LIBRARY,
        after=("build",), builds=CHECKED, system="Linux"),
    check("must-not-compile", QUICK, 17, "Scripts/Checks/must-not-compile", "racy code of users does not compile",
        rf"{CODE}|^Tests/Clients/MustNotCompile/", after=("build",)),
    check("compile-time", QUICK, 10, "Scripts/Checks/compile-time", "chains of users type-check quickly",
        rf"{LIBRARY}|^Tests/Clients/CompileTime/", after=("build",)),
    check("mistakes", QUICK, 40, "Scripts/Checks/mistakes", "the compiler explains mistakes as their page says",
        r"^Documentation/Mistakes|^Tests/Clients/Mistakes/", after=("build",)),
]

# What users build, and the modes in which they build it.
USERS = [
    check("clients", CHANGE, 240, "Scripts/Checks/clients",
        "programs of users build and run: each language mode, bridges, logs, PledgeTesting",
        r"^Tests/Clients/(Package\.swift$|Modes|Bridges|Observability|Testing)|^Sources/(Bridges|PledgeTesting)/",
        builds=CLIENTS, proof=SWIFT_TESTS_RAN),
    check("thread-sanitizer", CHANGE, 400, "Scripts/Checks/tests-in release-thread",
        "the core and the clauses hold in release mode, without a data race", environment=CLAUSES, proof=SWIFT_TESTS_RAN,
        builds=".build/tests-in-release-thread"),
    check("gates", CHANGE, 350, "Scripts/benchmark --gates",
        "no operator allocates or computes more than before, and programs are no larger",
        r"^Benchmarks/(.*toml$|Sizes/)", builds="Benchmarks/.build", packages=("valgrind", "strip", "git"),
        system="Linux"),
    check("consumer", CHANGE, 45, "Scripts/Checks/consumer",
        "the first program of Installation.md works, by URL and version, and fetches nothing else",
        rf"^Documentation/Installation\.md$|^Package\.swift$|{LIBRARY}", packages=("git",)),
    check("compat", CHANGE, 110, "Scripts/Checks/clients compat",
        "the modules for older libraries work, with programs in both language modes",
        r"^Sources/Compat/|^Tests/(Clients/(Compat|FullDeprecations)|PledgeFoundationTests/Support/)", after=("build", "clients"),
        builds=CLIENTS, proof=SWIFT_TESTS_RAN),
    check("jobs", CHANGE, 150, "Scripts/Checks/examples jobs",
        "the jobs of an example are answered on both of its engines, also when a worker is killed",
        r"^Examples/jobs/|^Scripts/jobs$", builds="Examples/jobs/.build",
        packages=("python3", "libnats-dev", "nats-server"), system="Linux", proof=SWIFT_TESTS_RAN),
    check("apple", CHANGE, 80, "Scripts/Checks/foreign c macos",
        "the modules compile for the oldest macOS, and the C code for every system", rf"{FOREIGN}|^Documentation/FirstRunOnAMac\.md$",
        packages=PYTHON, builds=".build/foreign"),
    check("android", CHANGE, 45, "Scripts/Checks/foreign android musl", "the modules compile for Android, and for musl", FOREIGN,
        packages=PYTHON, builds=".build/foreign", system="Linux"),
]

# What users read.
DOCUMENTATION = [
    check("recipes", CHANGE, 60, "Scripts/Checks/recipes", "samples of the documentation compile, and print what it shows",
        rf"{PAGES}|^Tests/Clients/Recipes/|^Scripts/Checks/Samples/", after=("build",), packages=PYTHON),
    check("cookbook", CHANGE, 30, "Scripts/Checks/cookbook", "the programs of the cookbook print what their page shows",
        r"^Documentation/Cookbook\.md$|^Tests/Clients/Cookbook/", after=("clients",), builds=CLIENTS),
    check("docs", CHANGE, 60, "Scripts/docs", "the documentation builds without a warning, and has every symbol",
        rf"{PAGES}|^Scripts/(Site|PublicAPI)/", after=("build", "clients"), builds=CHECKED),
    check("breakage", CHANGE, 10, "python3 -B Scripts/PublicAPI/breakage.py", "the changelog names changes that break users' code",
        r"^CHANGELOG", builds=".build", packages=("git",)),
]

# The methods of Documentation/Reliability.md. Those for every change have short time limits.
PROOFS = [
    check("permutations", CHANGE, 200, "Scripts/Proofs/permutations", "promises agree with their model in every order",
        rf"{CORE}|^Verification/(Sources/(Programs|COracle|Numbers)|Tests/ProgramsTests)/", builds=VERIFICATION,
        proof="permutations: [1-9]"),
    # These share the build of `permutations`. The address sanitizer watches the schedules instead, because all unsafe
    # code is in the core.
    check("hostile", CHANGE, 25, "Scripts/Proofs/hostile --time 20", "no hostile program breaks the library",
        r"^Verification/Sources/(Hostile|Programs)/", builds=VERIFICATION),
    check("fuzz", CHANGE, 25, "Scripts/Proofs/fuzz --plain --seed 1", "operators agree with their model in a fixed set of programs",
        r"^Verification/(Sources/(Fuzz|CFuzzer|Programs)|Corpus)/", builds=VERIFICATION),
    # Fewer random schedules than by default: all seeded bugs are found by the systematic ones, which come first.
    check("schedules", CHANGE, 190, "Scripts/Proofs/schedules --sanitize address --random 500",
        "the core is correct for every schedule of its threads, and misuses no memory",
        rf"{CORE}|^Verification/(Sources/(Schedules|Explorer|CScheduler)|Tests/SchedulesTests)/",
        builds="Verification/.build/schedules-asan"),
    # The ten smallest. The litmus tests of the explorer run in `permutations`, with all tests of the package.
    check("schedules-weak", CHANGE, 30, "Scripts/Proofs/schedules --weak --random 200 race-search offer-end direct-settle"
        " using-stage token shared broken cleanup-order flatmap-discard-request hop-shared",
        "small scenarios have no race, and pass whichever allowed store a load reads",
        r"^Verification/(Sources/(Schedules|Explorer|CScheduler)|Tests/SchedulesTests)/",
        builds="Verification/.build/schedules-weak", system="Linux"),
    check("model", CHANGE, 95, "Scripts/Proofs/model --only scenarios", "the protocol of the core has no fault",
        r"^(Verification/Model|Sources/PledgeCore)/", packages=("spin",)),
]

NIGHT = [
    check("tests-whole", NIGHTLY, 0, "Scripts/Checks/tests-in release thread address",
        "all tests pass in release mode, without a data race, and without misuse of memory", minutes=240,
        proof=SWIFT_TESTS_RAN),
    check("litmus", NIGHTLY, 300, f"swift test --skip-build --scratch-path {CHECKED} --filter 'LitmusTests|ExploredRaces'",
        "explorations show every outcome that 20,000 runs of small programs do, and find races with each of ten seeds",
        "^Tests/PledgeTestingTests/(Litmus|UnmodifiedRaces)/",
        environment={"LITMUS_RUNS": "20000"}, after=("build",), builds=CHECKED, proof=SWIFT_TESTS_RAN),
    check("clients-sanitized", NIGHTLY, 0, "Scripts/Checks/clients sanitized",
        "the bridges and the modules for older libraries have no data race", builds=CLIENTS, proof=SWIFT_TESTS_RAN),
    check("macros", NIGHTLY, 300, "Scripts/Checks/clients macros", "the macros wrap completion handlers",
        r"^Sources/PledgeMacros|^Tests/Clients/Macros", builds=CLIENTS, proof=SWIFT_TESTS_RAN),
    check("packages", NIGHTLY, 300, "Scripts/Checks/packages",
        "packages of users build as in Xcode, link statically, and run the migration tool",
        r"^(Sources/MigrateToPledge/|Package\.swift$|Scripts/migrate$)|^Tests/Clients/Consumer/", packages=("git",),
        system="Linux"),
    check("foreign", NIGHTLY, 0, "Scripts/Checks/foreign c macos ios tvos watchos catalyst android musl tests",
        "the modules compile for Android, musl, and all systems of Apple but visionOS, and the tests for most",
        "^Scripts/Checks/[Ff]oreign", packages=PYTHON, builds=".build/foreign"),
    check("swift-6.2", NIGHTLY, 0, "Scripts/Checks/debian swift-6.2", "the quick checks pass with Swift 6.2", **DEBIAN),
    check("arm64", NIGHTLY, 0, "Scripts/Checks/debian arm64", "the tests pass on emulated ARM64", **DEBIAN),
    check("benchmarks", NIGHTLY, 0, "swift test --package-path Benchmarks",
        "the published comparisons are fair: all libraries do the same work", r"^Benchmarks/.*\.(swift|c|h)$",
        builds="Benchmarks/.build", proof=SWIFT_TESTS_RAN),
    check("examples", NIGHTLY, 0, "Scripts/Checks/examples userloader faults",
        "the examples work, and no job is lost across hosts with faults", "^Examples/",
        packages=("sqlite", "ip", "openssl", "libnats-dev", *PYTHON), system="Linux", proof=PYTHON_TESTS_RAN),
    check("tutorial", NIGHTLY, 180, "Scripts/Checks/tutorial", "the steps of the tutorial work as described",
        r"\.docc/Tutorials?/", system="Linux"),
    check("timeline", NIGHTLY, 40, "Scripts/Checks/timeline", "the timeline page works in a browser",
        r"^Sources/PledgeTrace/Page/|^Tests/(TimelinePage|Browser)/", after=("build",), builds=CHECKED, packages=BROWSER,
        proof=PYTHON_TESTS_RAN),
    check("model-bugs", NIGHTLY, 0, "Scripts/Proofs/model --only bugs", "the model shows the bugs seeded in it",
        r"^Verification/Model/", packages=("spin",)),
    # What libFuzzer tries depends on addresses, so a change could fail because of an old fault.
    check("fuzz-search", NIGHTLY, 960, "Scripts/Proofs/fuzz --time 900", "the fuzzer finds no program that breaks the library, or misuses memory",
        builds="Verification/.build/fuzz"),
    check("schedules-search", NIGHTLY, 0, "Scripts/Proofs/schedules --sanitize address --random 20000",
        "the core is correct for many random schedules with up to six preemptions",
        builds="Verification/.build/schedules-asan"),
    check("schedules-weak-search", NIGHTLY, 600, "Scripts/Proofs/schedules --weak --random 10000",
        "the core has no race, and is correct whichever allowed store a load reads", CORE,
        builds="Verification/.build/schedules-weak", system="Linux"),
    check("hostile-search", NIGHTLY, 660, "Scripts/Proofs/hostile --time 600",
        "no hostile program of a long run breaks the library, and its memory is constant",
        r"^Verification/Sources/CMemory/", builds=VERIFICATION),
    check("weakenings", NIGHTLY, 300, "Scripts/Proofs/weakenings", "weakened orderings and fences of the core fail a schedule",
        builds="Verification/.build/schedules-weak", system="Linux"),
    check("mutations", NIGHTLY, 0, "Scripts/Proofs/mutations", "the checks catch every seeded bug", builds=".build/mutations",
        minutes=600, packages=("git", "valgrind", "strip"), system="Linux"),
]

TABLE = QUICK_CHECKS + USERS + DOCUMENTATION + PROOFS + NIGHT
