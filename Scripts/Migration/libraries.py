"""The table of libraries that Scripts/migrate moves to Pledge, with all data about each."""
from __future__ import annotations

import pathlib
import re
from dataclasses import dataclass

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
    # The names of its packages and pods in manifests, other than module names: a pattern.
    packages: str = "(?!)"
    # Modules that are reported instead of rewritten: a pattern and the remedy.
    reported: tuple[str, str] = ("(?!)", "")
    # A class with the name of another library's module.
    namesake: str = ""
    # Whether `@testable` gives access to the same declarations as in the original.
    is_testable: bool = False
    # If another library, the rival, has a module with the same name: texts in manifests and imports that
    # identify each of them.
    evidence: str = ""
    counterevidence: str = ""
    rival: str = ""

    @property
    def replacement(self):
        return next(iter(self.modules.values()))

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

    def is_dependency(self, text):
        """Whether a string in a manifest is the library's address, package, product, or pod."""
        names = "|".join((*self.modules, self.packages))
        return re.fullmatch(rf"(?i:(?:.*[/:.])?(?:{names})(?:\.git)?/?|(?:{names})/.*)", text)


WRAP = "wrap the parts that you use as shown in Documentation/Moving/README.md, Two libraries in one app"

LIBRARIES = (
    Library(
        "PromiseKit",
        {"PromiseKit": "PledgePromiseKit", "PMKFoundation": "PledgePMKFoundation"},
        packages=r"PromiseKit/[\w-]+",
        reported=(
            r"PMK[A-Z]\w*|AwaitKit|\w+_PromiseKit",
            rf"\g<0> returns promises of PromiseKit and has no replacement; {WRAP}",
        ),
    ),
    Library(
        "Promises",
        {
            "Promises": "PledgePromises", "FBLPromises": "PledgePromises",
            "PromisesTestHelpers": "PledgePromisesTestHelpers",
        },
        packages="PromisesSwift|PromisesObjC", is_testable=True,
    ),
    Library("Bolts", dict.fromkeys(("BoltsSwift", "Bolts"), "PledgeBolts"), packages=r"Bolts-\w+"),
    Library("BrightFutures", {"BrightFutures": "PledgeBrightFutures"}),
    Library("When", {"When": "PledgeWhen"}),
    Library(
        "Then", dict.fromkeys(("Then", "then"), "PledgeThen"),
        packages="thenPromise", namesake="Promises",
        evidence=r"(?i:\b(?:freshOS|s4cha)[/.]then\b)|\bthenPromise\b|\bPledgeThen\b|\bimport then\b",
        counterevidence=r"(?i:\bdevxoul[/.]then\b)|\b(?:pod|dependency)[\s(]+[\"']Then[\"'/]",
        rival="devxoul's Then",
    ),
)

RENAMES = {old: new for library in LIBRARIES for old, new in library.modules.items()}
# Names that are likely to mean something else in a file without the import.
COMMON_WORDS = {"Promises", "Bolts", "When", "Then", "then"}
