"""The table of libraries that Scripts/migrate moves to Pledge, with all data about each."""
from __future__ import annotations

import pathlib
import re
from dataclasses import dataclass, field

# The lines of README.md. A product follows for each module.
DEPENDENCY = '.package(url: "https://github.com/OWNER/pledge", .upToNextMinor(from: "0.1.0")),'
# What works until the address is known: this clone.
CLONE = f'.package(name: "pledge", path: "{pathlib.Path(__file__).resolve().parents[2]}"),'
ADDED = CLONE if "/OWNER/" in DEPENDENCY else DEPENDENCY
PRODUCT = '.product(name: "{}", package: "pledge"),'


@dataclass(frozen=True)
class Library:
    name: str
    # The modules that are rewritten, each with its replacement.
    modules: dict[str, str]
    # The names of its packages and pods in manifests, other than module names: patterns, with their replacements, or
    # an empty text for what is reported.
    packages: dict[str, str] = field(default_factory=dict)
    # The modules that return its promises and have no replacement: a pattern.
    companions: str = "(?!)"
    # A class with the name of another library's module.
    namesake: str = ""
    # Whether `@testable` gives access to the same declarations as in the original.
    is_testable: bool = False
    # What the migration says of sources that are later than the last version, with a pattern that finds their use.
    later: tuple[str, str] = ("(?!)", "")
    # If another library, the rival, has a module with the same name: texts in manifests and imports, and in the
    # library's own sources, that identify each of them.
    evidence: str = ""
    counterevidence: str = ""
    rival: str = ""

    @property
    def replacement(self):
        return next(iter(self.modules.values()))

    def without_replacement(self, name):
        return f"{name} returns promises of {self.name} and has no replacement; {WRAP}"

    def is_imported(self, modules):
        return not modules.isdisjoint({*self.modules, *self.modules.values()})

    def rules(self):
        """Returns the patterns of code to report in files that import the library, with reasons."""
        old, new = "|".join(self.modules), "|".join(self.modules.values())
        yield rf"\bcanImport\s*\(\s*`?(?:{old})`?\s*[.,]", (
            "this condition names a version or a submodule, so it is not rewritten; remove that"
        )
        if not self.is_testable:
            yield rf"@testable\s+(?:@?\w+\s+)?import\s+`?(?:{old}|{new})\b", (
                f"the internals of {self.replacement} are not those of {self.name}; use its public API"
            )
        yield self.later

    def product(self, text):
        """Returns what replaces the address, package, product, or pod in a manifest; None for any other string."""
        for name, product in (self.packages | self.modules).items():
            if re.fullmatch(rf"(?i:(?:.*[/:.])?(?:{name})(?:\.git)?/?|(?:{name})/.*)", text):
                return product
        return None


COMPANIONS = r"PMK[A-Z]\w*|AwaitKit|CancellablePromiseKit|\w+_PromiseKit"
WRAP = "wrap the parts that you use as shown in Documentation/Moving/README.md, Two libraries in one app"

LIBRARIES = (
    Library(
        "PromiseKit",
        {"PromiseKit": "PledgePromiseKit", "PMKFoundation": "PledgePMKFoundation"},
        packages={
            "PromiseKit/Foundation": "PledgePMKFoundation", "PromiseKit/CorePromise": "PledgePromiseKit",
            rf"PromiseKit/(?!PromiseKit\b)[\w-]+|(?!PMKFoundation\b)(?:{COMPANIONS})": "",
        },
        companions=COMPANIONS,
    ),
    Library(
        "Promises",
        {
            "Promises": "PledgePromises", "FBLPromises": "PledgePromises",
            "PromisesTestHelpers": "PledgePromisesTestHelpers",
        },
        packages={"PromisesSwift|PromisesObjC": "PledgePromises"}, is_testable=True,
    ),
    Library("Bolts", dict.fromkeys(("BoltsSwift", "Bolts"), "PledgeBolts"), packages={r"Bolts-\w+": "PledgeBolts"}),
    Library("BrightFutures", {"BrightFutures": "PledgeBrightFutures"}),
    Library(
        "When", {"When": "PledgeWhen"},
        later=(
            r"(?<![\w.])Result\s*<[^<>]+,\s*(?:any\s+)?(?:Swift\.)?Error\s*>",
            "PledgeWhen follows When 5.0.0, whose Result has one type parameter; if you use the sources after it, write"
            " Result<T>, or Swift.Result where it is not that of a promise",
        ),
    ),
    Library(
        "Then", dict.fromkeys(("Then", "then"), "PledgeThen"),
        packages={"thenPromise": "PledgeThen"}, namesake="Promises",
        evidence=r"(?i:\b(?:freshOS|s4cha)[/.]then\b)|\bthenPromise\b|\bPledgeThen\b|\bimport then\b|\bclass Promise<",
        counterevidence=r"(?i:\bdevxoul[/.]then\b)|\b(?:pod|dependency)[\s(]+[\"']Then[\"'/]|\bprotocol Then\b",
        rival="devxoul's Then",
    ),
)

RENAMES = {old: new for library in LIBRARIES for old, new in library.modules.items()}
# Names that are likely to mean something else in a file without the import.
COMMON_WORDS = {"Promises", "Bolts", "When", "Then", "then"}
