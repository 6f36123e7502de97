"""The type of a check, and functions that declare the most common kinds of checks."""
import enum
from dataclasses import dataclass, field

# A run without tests also succeeds.
SWIFT_TESTS_RAN = r"Test run with [1-9]\d* tests?\b.* passed|Executed [1-9]\d* tests?, with 0 failures"
PYTHON_TESTS_RAN = r"(?m)^Ran [1-9]\d* tests?\b"


# The library's warnings are errors where its own tests and those with all traits are built. A plain `swift build`
# has other options, so it has another folder: otherwise, each would recompile everything after the other.
STRICT = {"PLEDGE_WARNINGS_AS_ERRORS": "1"}
STRICT_PACKAGES = ("", "Tests/Clients")
CHECKED = ".build/checks"


class Tier(enum.Enum):
    """The frequency of a check. Continuous integration runs the first two for every change."""

    QUICK = "quick"
    CHANGE = "change"
    NIGHTLY = "nightly"


@dataclass(frozen=True)
class Check:
    """A command that succeeds if something about this repository holds."""

    name: str
    # The claim that holds if the check passes.
    title: str
    command: tuple[str, ...]
    tier: Tier
    # The checks whose results this one reads.
    after: tuple[str, ...] = ()
    # The build folder that only one check at a time may use.
    builds: str = ""
    # The packages that Scripts/setup installs for it.
    packages: tuple[str, ...] = ()
    # The only system on which it can run, as printed by `uname`; empty for all.
    system: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    # A pattern in the output of a run that has checked something.
    proof: str = ""
    minutes: int = 60

    def line(self):
        """Returns the words of the command line that repeats the check."""
        return [*(f"{name}={value}" for name, value in self.environment.items()), *map(str, self.command)]


def script(name, title, path, *options, tier, **others):
    return Check(name, title, (path, *options), tier, **others)


def swift(name, title, verb, *options, tier, package="", environment=None, **others):
    """A command of SwiftPM, which locks the folder that it builds in."""
    where = ("--package-path", package) if package else ()
    if not package and "--scratch-path" not in options:
        options += ("--scratch-path", CHECKED)
    builds = options[options.index("--scratch-path") + 1] if "--scratch-path" in options else f"{package}/.build"
    if package in STRICT_PACKAGES:
        others["environment"] = STRICT | (environment or {})
    elif environment:
        others["environment"] = environment
    if verb == "test":
        others.setdefault("proof", SWIFT_TESTS_RAN)
    return Check(name, title, ("swift", verb, *where, *options), tier, builds=builds, **others)


def python_tests(name, title, folder, tier=Tier.QUICK, python="python3", **others):
    command = (python, "-B", "-m", "unittest", "discover", "-s", f"{folder}/Tests", "-t", folder)
    return Check(name, title, command, tier, proof=PYTHON_TESTS_RAN, **others)
