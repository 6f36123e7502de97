"""Selects the checks for a change by the files that it touches, according to git."""
import re
import subprocess

# Patterns of paths, with the checks for these files. Proofs that take hours are run by name.
CONCERNS = {
    r".": "house-rules",
    r"\.swift$": "build format",
    r"\.md$": "links",
    r"^(README|Documentation/|Sources/.*\.docc/)": "recipes",
    r"^(Documentation/Installation\.md|Package\.swift)$": "consumer",
    r"^(Documentation/Installation\.md|Package\.swift)$|^Sources/(Pledge|PledgeCore)/.*\.swift$": "first-steps",
    r"^Documentation/Cookbook\.md$|^Tests/Clients/Cookbook/": "cookbook",
    r"^Documentation/Mistakes(InDetail)?\.md$|^Tests/Clients/Mistakes/": "mistakes",
    r"^(Scripts|Tests)/Site/": "docs-in-browser",
    r"^Scripts/(Site/|docs$)": "docs-script-tests links",
    r"\.docc/Tutorials?/|^Sources/(Pledge|PledgeTesting|PledgeTrace|PledgeCore)/.*\.swift$": "tutorial",
    r"^Sources/.*\.(swift|c|h)$": "tests must-not-compile",
    r"^Sources/(CPledge|PledgeSupport|PledgeCore|Pledge)/": "leaks compile-time",
    r"^Sources/(Bridges|CPledge|Pledge(Support|Testing|Trace))/|^Tests/Support/|^Package\.swift$": "apple",
    r"^Scripts/Checks/(apple$|AppleSDK/)|^Documentation/FirstRunOnAMac\.md$": "apple apple-all",
    r"^Sources/(CPledge|PledgeSupport|PledgeCore)/": "platforms schedules permutations",
    r"^(Verification/Model|Sources/PledgeCore)/": "model",
    r"^Verification/Model/|^Scripts/Proofs/model$": "model-bugs",
    r"^Sources/PledgeTrace/Page/|^Tests/(TimelinePage|Browser)/": "timeline",
    r"^Tests/(\w+Tests|Support)/": "tests",
    r"^Sources/Bridges/PledgeObservability|^Tests/Clients/Observability": "observability",
    r"^Sources/Bridges/Pledge(NIO|Combine)|^Tests/Clients/Bridges": "bridges",
    r"^Sources/PledgeMacros|^Tests/Clients/Macros": "macros",
    r"^Sources/PledgeTesting/|^Tests/Clients/Testing": "testing",
    r"^Sources/Compat/|^Tests/Clients/Compat": "compat both-modes",
    r"^Sources/Compat/PledgePromiseKit/|^Tests/Clients/FullDeprecations/": "full-deprecations",
    r"^Tests/Clients/Modes": "main-actor default-isolation swift-5",
    r"^Tests/Clients/Package\.swift$": "clients",
    r"^Tests/Clients/Consumer/": "consumer static",
    r"^Documentation/CompileTime\.md$|^Tests/Clients/CompileTime/": "compile-time",
    r"^Tests/Clients/MustNotCompile/": "must-not-compile",
    r"^Tests/Clients/Recipes/": "recipes",
    r"^Examples/fanout/": "fanout",
    r"^Examples/fanout/(Sources|Tests/Hosts)/": "fanout-hosts",
    r"^Examples/(?!fanout/)": "example",
    r"^Benchmarks/.*\.(swift|c|h)$": "benchmarks",
    r"^Benchmarks/(Driver|.*toml$)": "benchmark-script-tests",
    r"^Verification/(Sources/(Oracle|COracle|Numbers|Support)|Tests/OracleTests)/": "permutations",
    r"^Verification/(Sources/(Schedules|Explorer|CScheduler)|Tests/SchedulesTests)/": "schedules",
    r"^Verification/(Sources/(Fuzz|CFuzzer)|Corpus)/": "fuzz",
    r"^Verification/Sources/(Soak|CMemory)/": "soak",
    r"^Verification/Sources/(Hostile|Support)/": "hostile",
    r"^Verification/(Driver|Mutations|Orderings)/": "mutations-script-tests",
    r"^Scripts/(Runner/|test$)": "runner-tests",
    r"^(\.github|Scripts/Runner)/": "workflows",
    r"^Scripts/(Platforms/|swift-6\.2$)": "platforms-script-tests swift-6.2",
    r"^Scripts/(Platforms/|arm64$)": "arm64",
    r"^Scripts/(PublicAPI/|release$)|^CHANGELOG": "api-script-tests",
    r"^Scripts/(Migration/|migrate$)": "migrate-script-tests",
    r"^(Sources/MigrateToPledge/|Package\.swift$|Scripts/migrate$)": "migrate-product",
    r"^Scripts/Checks/Samples/": "recipes recipes-script-tests",
    r"^Scripts/Checks/(HouseRules/|swift_text)": "house-rules-self-test",
    **{rf"^Scripts/Checks/{name}$": name for name in (
        "both-modes compile-time consumer cookbook docs-in-browser first-steps full-deprecations leaks migrate-product mistakes"
        " must-not-compile platforms recipes static timeline tutorial"
    ).split()},
    **{rf"^Scripts/Proofs/{name}$": name for name in (
        "fuzz hostile model orderings permutations schedules soak"
    ).split()},
}

# The checks of the nightly tier that also run for a change to their files, or to what they show to users.
JOINING = {"example", "first-steps", "model-bugs", "timeline", "tutorial"}

# In seconds.
DAY = 24 * 60 * 60


def concerned(paths):
    """Returns the names of the checks for a change to these files, or of all checks for `None`."""
    return {
        name
        for pattern, names in CONCERNS.items()
        if paths is None or any(re.search(pattern, path) for path in paths)
        for name in names.split()
    }


def uncommitted(root):
    """Returns the files that differ from the last commit, including new ones."""
    listing = git(root, "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all")
    return [entry[3:] for entry in listing.split("\0") if entry]


def changed(root):
    """Returns the files that the change under test touches, or `None` if the history is missing.

    These are the changes of a branch relative to main, or, on main itself, those of the day that ends with the last
    commit, because commits are often pushed together.
    """
    try:
        base = git(root, "merge-base", "HEAD", "origin/main").strip()
        if base == git(root, "rev-parse", "HEAD").strip():
            last = int(git(root, "log", "-1", "--format=%ct"))
            base = git(root, "rev-list", "-1", f"--before={last - DAY}", "HEAD").strip()
        return git(root, "diff", "--name-only", base, "HEAD").splitlines() if base else None
    except subprocess.CalledProcessError:
        return None


def git(root, *arguments):
    command = ["git", "-C", root, "-c", "core.quotePath=false", *arguments]
    return subprocess.run(command, check=True, stdout=-1, stderr=-1, text=True).stdout
