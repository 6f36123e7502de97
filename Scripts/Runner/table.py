"""Every check of this repository, in the order in which a run starts them."""
from checks import CHECKED, PYTHON_TESTS_RAN, SWIFT_TESTS_RAN, Tier, python_tests, script, swift
from environment import DEEP
from proofs import RELIABILITY

QUICK, CHANGE, NIGHTLY = Tier.QUICK, Tier.CHANGE, Tier.NIGHTLY

LINT = "format lint --strict --recursive Sources Tests Examples Benchmarks Verification Package.swift"
PACKAGES = ("python3-venv", "python-packages")
PAGES = ("chromium", "chromedriver", "fonts-dejavu-core", *PACKAGES)
CLIENTS = "Tests/Clients"
# SwiftPM passes traits on in the order of a set. If the order differs between processes, each build
# recompiles everything.
SAME_ORDER = {"SWIFT_DETERMINISTIC_HASHING": "1"}
SANITIZED = ("--sanitize=thread", "--scratch-path", f"{CLIENTS}/.build/tsan")
# Without debug information, which takes a tenth of the build time. Failing tests can be run again with it.
BARE = ("-debug-info-format", "none")
ASAN = {"ASAN_OPTIONS": "detect_leaks=0"}
ADDRESS = ("--sanitize=address", "--scratch-path", ".build/asan", "--skip", DEEP)
TSAN = ("--sanitize=thread", "--scratch-path", ".build/tsan", "--skip", DEEP)
RELEASE = ("-c", "release", "-Xswiftc", "-enable-testing", "--scratch-path", ".build/release-tests")
CLAUSES = {"PLEDGE_TEST_TARGETS": "PledgeCoreTests ConformanceTests"}
SUPPRESSED = {"TSAN_OPTIONS": "suppressions=Tests/thread-sanitizer.txt"}
TESTS = ("--test-product", "pledgePackageTests")
PLATFORM = {
    "tier": NIGHTLY, "builds": ".build/platforms", "minutes": 300, "system": "Linux", "proof": SWIFT_TESTS_RAN
}
CHECKS = "Scripts/Checks"

SOURCES = [
    swift(
        "build", "everything builds, and declares its imports", "build", "--build-tests",
        "--explicit-target-dependency-import-check", "error", tier=QUICK,
    ),
    script("format", "the sources are formatted", "swift", *LINT.split(), tier=QUICK),
    script(
        "house-rules", "the house rules hold", "python3", f"{CHECKS}/HouseRules/check.py",
        tier=QUICK, packages=("git",),
    ),
    script(
        "house-rules-self-test", "the house rules find planted violations", "python3",
        f"{CHECKS}/HouseRules/check.py", "--self-test", tier=QUICK, packages=("git",),
    ),
    script(
        "links", "no link in a Markdown file is dead", "Scripts/docs", "--links",
        tier=QUICK, packages=PACKAGES,
    ),
    python_tests("runner-tests", "the runner reports planted faults", "Scripts/Runner"),
    script(
        "workflows", "the workflows call checks that exist, where they can run",
        ".build/python/bin/python", "-B", "Scripts/Runner/workflows.py", tier=QUICK, packages=PACKAGES,
    ),
    python_tests(
        "api-script-tests", "the scripts that check and make releases work", "Scripts/PublicAPI",
        system="Linux",
    ),
    python_tests(
        "docs-script-tests", "the script that builds the documentation works", "Scripts/Site",
        python=".build/python/bin/python", packages=PACKAGES,
    ),
    python_tests(
        "migrate-script-tests", "the script that moves code to Pledge works", "Scripts/Migration",
        packages=("patch",),
    ),
    python_tests("platforms-script-tests", "other platforms are set up", "Scripts/Platforms", system="Linux"),
    python_tests("benchmark-script-tests", "the driver of the benchmarks works", "Benchmarks/Driver"),
    python_tests("mutations-script-tests", "the driver of seeded bugs works", "Verification/Driver"),
    script(
        "platforms", "the C code of the core compiles for every system", f"{CHECKS}/platforms",
        tier=QUICK, packages=PACKAGES,
    ),
    script(
        "apple", "the modules and their tests type-check for macOS, or run there", f"{CHECKS}/apple", "macos",
        tier=CHANGE, packages=PACKAGES, builds=".build/apple",
    ),
    script(
        "apple-all", "the modules type-check for iOS, tvOS, watchOS, and Catalyst", f"{CHECKS}/apple",
        "ios", "tvos", "watchos", "catalyst", tier=NIGHTLY, packages=PACKAGES, builds=".build/apple",
    ),
]

# These read the products of the build in .build/checks.
DEBUG = [
    swift("tests", "the tests pass", "test", tier=QUICK, after=("build",)),
    script(
        "leaks", "nothing stays allocated", f"{CHECKS}/leaks",
        tier=QUICK, after=("build",), builds=CHECKED, system="Linux",
    ),
    *(
        script(name, title, f"{CHECKS}/{name}", tier=QUICK, after=("build",))
        for name, title in {
            "must-not-compile": "racy code does not compile",
            "full-deprecations": "the names behind a flag work",
            "compile-time": "chains type-check within their limits",
            "mistakes": "the page of mistakes shows the compiler's diagnostics",
        }.items()
    ),
    script(
        "recipes", "samples compile, and print the stated output", f"{CHECKS}/recipes",
        tier=CHANGE, after=("build",), packages=PACKAGES,
    ),
    python_tests(
        "recipes-script-tests", "mistakes in samples are reported", f"{CHECKS}/Samples",
        tier=CHANGE, after=("build",), python=".build/python/bin/python", packages=PACKAGES,
    ),
    script(
        "tutorial", "the steps of the tutorial work as described", f"{CHECKS}/tutorial",
        tier=NIGHTLY, after=("build",), system="Linux",
    ),
]

LIBRARY = [
    # For each change, the tests that find the most relative to their build time: those of the core, and those
    # of each clause. Other modules use threads only through the core.
    swift(
        "release-tests", "the tests of the clauses pass in release mode", "test", *TESTS, *RELEASE,
        tier=CHANGE, environment=CLAUSES,
    ),
    swift(
        "thread-sanitizer", "the library has no data race", "test", *TESTS, *TSAN,
        tier=CHANGE, environment=SUPPRESSED | CLAUSES,
    ),
    swift(
        "address-sanitizer", "the core has no misuse of memory", "test", *TESTS, *ADDRESS, tier=CHANGE,
        environment=ASAN | {"PLEDGE_TEST_TARGETS": "PledgeCoreTests"},
    ),
    swift(
        "release-tests-whole", "the tests pass in release mode", "test", *TESTS, *RELEASE, tier=NIGHTLY,
    ),
    swift(
        "thread-sanitizer-whole", "the tests pass under the thread sanitizer", "test", *TESTS, *TSAN,
        tier=NIGHTLY, environment=SUPPRESSED,
    ),
    swift(
        "address-sanitizer-whole", "the tests pass under the address sanitizer", "test", *TESTS, *ADDRESS,
        tier=NIGHTLY, environment=ASAN,
    ),
    swift("benchmarks", "the benchmarks do the same work", "test", tier=NIGHTLY, package="Benchmarks"),
    script(
        "gates", "allocations and instructions are within their limits", "Scripts/benchmark", "--gates",
        tier=CHANGE, builds="Benchmarks/.build", packages=("valgrind", "strip", "git"), system="Linux",
    ),
]

DOCUMENTATION = [
    script(
        "symbols", "the symbol graphs of all products are written", "Scripts/PublicAPI/symbols",
        tier=CHANGE, after=("clients",), builds=CHECKED,
    ),
    script(
        "breakage", "the changelog names breaking changes", "python3", "-B", "Scripts/PublicAPI/breakage.py",
        tier=CHANGE, builds=".build", packages=("git",),
    ),
    script(
        "docs", "the documentation builds without a warning", "Scripts/docs", "--last-symbols",
        tier=CHANGE, after=("symbols",), packages=PACKAGES,
    ),
    script(
        "timeline", "the timeline page works in a browser", f"{CHECKS}/timeline",
        tier=NIGHTLY, after=("build",), builds=CHECKED, packages=PAGES, proof=PYTHON_TESTS_RAN,
    ),
    script(
        "docs-in-browser", "every page is complete and accessible", f"{CHECKS}/docs-in-browser",
        tier=NIGHTLY, after=("docs",), packages=PAGES, proof=PYTHON_TESTS_RAN,
    ),
]


def program(name, title, product):
    """Runs a program that was built with the other clients."""
    return swift(
        name, title, "run", *BARE, "--skip-build", product,
        tier=CHANGE, package=CLIENTS, after=("clients",), environment=SAME_ORDER,
    )


def client_tests(name, title, modules, build=BARE, tier=CHANGE, after="clients"):
    """Runs tests in a separate process, because some observe all events in it."""
    return swift(
        name, title, "test", *build, "--skip-build", "--filter", rf"^({modules})\.",
        tier=tier, package=CLIENTS, after=(after,), environment=SAME_ORDER,
    )


def sanitized(name, title, modules):
    """Runs tests under the thread sanitizer, because the originals do not define their thread safety."""
    return client_tests(name, title, modules, SANITIZED, NIGHTLY, "clients-sanitized")


BRIDGES = r"PledgeNIOTests|PledgeCombineTests|RxSwift\w+Tests"
COMPAT = "Pledge(PromiseKit|Promises|Bolts|BrightFutures|When|Then|Sundell|GSPromise)Tests"

USERS = [
    script(
        "consumer", "a program can use Pledge alone, by URL and version", f"{CHECKS}/consumer",
        tier=CHANGE, packages=("git",),
    ),
    swift(
        "clients", "programs and tests of users build, with every trait", "build", "--build-tests",
        *BARE, tier=CHANGE, package=CLIENTS, environment=SAME_ORDER,
    ),
    program("main-actor", "a client runs on the main actor", "MainActorClient"),
    program(
        "default-isolation", "a client is isolated to the main actor by default",
        "DefaultIsolationClient",
    ),
    program("swift-5", "a client builds in Swift 5 mode", "Swift5Client"),
    script(
        "cookbook", "the programs of the cookbook print what their page shows", f"{CHECKS}/cookbook",
        tier=CHANGE, after=("clients",), builds=f"{CLIENTS}/.build",
    ),
    client_tests(
        "observability", "promises appear in logs, metrics, and spans", "PledgeObservabilityTests"
    ),
    client_tests("macros", "the macros wrap completion handlers", r"PledgeMacros\w*Tests"),
    client_tests("bridges", "event loops and publishers are bridged", BRIDGES),
    client_tests("testing", "tests of users can use PledgeTesting", r"Pages\w*Tests"),
    client_tests("compat", "the modules for older libraries work", COMPAT),
    script(
        "both-modes", "programs of older libraries build in both language modes",
        f"{CHECKS}/both-modes", tier=CHANGE, after=("clients",), builds=f"{CLIENTS}/.build",
    ),
    swift(
        "clients-sanitized", "tests of users build for the thread sanitizer", "build", "--build-tests",
        *SANITIZED, tier=NIGHTLY, package=CLIENTS, environment=SAME_ORDER,
    ),
    sanitized("bridges-sanitized", "the bridges have no data race", BRIDGES),
    sanitized("compat-sanitized", "the modules for older libraries have no data race", COMPAT),
    swift(
        "example", "the example works", "test",
        tier=NIGHTLY, package="Examples", packages=("sqlite",),
    ),
    # Only this product: a plain build contains the compiler of protobuf, which is not needed. This is the
    # longest build of all, and debug information would make it longer.
    swift(
        "fanout-build", "the fan-out builds", "build", "--product", "fanoutPackageTests",
        "-debug-info-format", "none", tier=NIGHTLY, package="Examples/fanout", packages=("sqlite",),
    ),
    swift(
        "fanout", "the fan-out loses no item", "test", "--skip-build",
        tier=NIGHTLY, package="Examples/fanout", after=("fanout-build",),
    ),
    script(
        "fanout-hosts", "the fan-out loses no item across hosts with faults", "python3", "-B",
        "Examples/fanout/Tests/Hosts/test_hosts.py", tier=NIGHTLY, after=("fanout-build",),
        packages=("python3", "ip", "openssl"), system="Linux", proof=PYTHON_TESTS_RAN,
    ),
    script(
        "static", "a program can be linked statically with Swift's libraries", f"{CHECKS}/static",
        tier=NIGHTLY, builds=".build/static", system="Linux",
    ),
    script("swift-6.2", "the quick checks pass with Swift 6.2", "Scripts/swift-6.2", **PLATFORM),
    script("arm64", "the tests pass on emulated ARM64", "Scripts/arm64", packages=("qemu-user-static",), **PLATFORM),
    script(
        "first-steps", "the first program in Installation.md works", f"{CHECKS}/first-steps",
        tier=NIGHTLY, packages=("git",),
    ),
    script(
        "migrate-product", "a package that depends on Pledge can run the migration tool",
        f"{CHECKS}/migrate-product", tier=NIGHTLY, packages=("git",),
    ),
    swift(
        "client-leaks", "a client leaks nothing", "run", "--sanitize=address",
        "--scratch-path", ".build/asan-client", "MainActorClient", tier=NIGHTLY, package=CLIENTS,
        environment=SAME_ORDER,
    ),
]

# The symbols of the documentation are extracted from the modules built for the clients.
TABLE = SOURCES + DEBUG + LIBRARY + USERS + DOCUMENTATION + RELIABILITY
