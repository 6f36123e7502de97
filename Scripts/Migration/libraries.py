"""The table of libraries that Scripts/migrate moves to Pledge, with all data about each."""
from __future__ import annotations

import re
from dataclasses import dataclass

# The lines of README.md. A product follows for each module.
DEPENDENCY = '.package(url: "https://github.com/OWNER/pledge", .upToNextMinor(from: "0.1.0")),'
PRODUCT = '.product(name: "{}", package: "pledge"),'


@dataclass(frozen=True)
class Library:
    name: str
    # The migration guide in Documentation/Moving.
    guide: str
    # The modules that are rewritten, each with its replacement.
    modules: dict[str, str]
    # The names of its packages and pods in manifests, other than module names: a pattern.
    packages: str = "(?!)"
    # Modules that are reported instead of rewritten: a pattern and the remedy.
    reported: tuple[str, str] = ("(?!)", "")
    # Other code to report in files that import the library: a pattern and the remedy.
    rules: tuple[tuple[str, str], ...] = ()
    # Names that only Objective-C needs: a pattern.
    objective_c: str = "(?!)"
    # Classes that can no longer be subclassed, and those that still can.
    final: str = "(?!)"
    open: str = "(?!)"
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

    @property
    def page(self):
        return f"Documentation/Moving/{self.guide}"

    def is_imported(self, modules):
        return not modules.isdisjoint({*self.modules, *self.modules.values()})

    def all_rules(self):
        """Returns the patterns of code to report, with reasons that may refer to their groups."""
        old, new = "|".join(self.modules), "|".join(self.modules.values())
        yield from self.rules
        yield rf"\b(?:{self.objective_c})\b", (
            rf"\g<0> is for Objective-C and not part of {self.replacement}; see {self.page}"
        )
        for classes, remedy in (
            (self.final, f"which is final in {self.replacement}; store a promise instead"),
            (self.open, f"which is open in {self.replacement}, with differences; see {self.page}"),
        ):
            yield SUBCLASS.format(classes), rf"\1 is a subclass of \2, {remedy}"
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


SUBCLASS = (
    r"\bclass\s+(\w+)\s*(?:<[^{{}}]{{,500}}?>)?\s*:\s*(?:\w+\s*\.\s*)?({})\b(?!\s*\.)"
)
WRAP = "wrap the parts that you use as shown in Documentation/Moving/README.md, Two libraries in one app"
BOLTS_NAMES = r"BF(?:Task|Executor|Cancellation|AppLink|Measurement|URL|WebView)\w*"

LIBRARIES = (
    Library(
        "PromiseKit", "PromiseKit.md",
        {"PromiseKit": "PledgePromiseKit", "PMKFoundation": "PledgePMKFoundation"},
        packages=r"PromiseKit/[\w-]+",
        reported=(
            r"PMK[A-Z]\w*|AwaitKit|\w+_PromiseKit",
            rf"\g<0> returns promises of PromiseKit and has no replacement; {WRAP}",
        ),
        rules=(
            (r"\bafter\s*\(\s*life\b", "after(life:) has no replacement; resolve a guarantee in deinit"),
            (
                r"\bobserve\s*\(\s*\.promise\s*,\s*keyPath:\s*#",
                r"observe(.promise, keyPath:) takes a Swift key path, such as \\.status, not #keyPath",
            ),
        ),
        objective_c="AnyPromise|PMKPromise", final="Promise|Guarantee|Resolver",
    ),
    Library(
        "Promises", "GooglePromises.md",
        {
            "Promises": "PledgePromises", "FBLPromises": "PledgePromises",
            "PromisesTestHelpers": "PledgePromisesTestHelpers",
        },
        packages="PromisesSwift|PromisesObjC",
        objective_c=r"FBLPromise(?!s\b)\w*|asObjCPromise|ObjCPromise", final="Promise",
        is_testable=True,
    ),
    Library(
        "Bolts", "Bolts.md", dict.fromkeys(("BoltsSwift", "Bolts"), "PledgeBolts"),
        packages=r"Bolts-\w+", objective_c=BOLTS_NAMES, final="Task|TaskCompletionSource",
    ),
    Library(
        "BrightFutures", "BrightFutures.md", {"BrightFutures": "PledgeBrightFutures"},
        rules=((r"\bextension\s+Async\b", "methods added to Async must be nonisolated"),),
        final="Future|Promise|InvalidationToken", open="Async",
    ),
    Library("When", "When.md", {"When": "PledgeWhen"}, open="Promise"),
    Library(
        "Then", "Then.md", dict.fromkeys(("Then", "then"), "PledgeThen"),
        packages="thenPromise", final="Promise|Promises|EmptyPromise",
        evidence=r"(?i:\b(?:freshOS|s4cha)[/.]then\b)|\bthenPromise\b|\bPledgeThen\b|\bimport then\b",
        counterevidence=r"(?i:\bdevxoul[/.]then\b)|\b(?:pod|dependency)[\s(]+[\"']Then[\"'/]",
        rival="devxoul's Then",
    ),
)

RENAMES = {old: new for library in LIBRARIES for old, new in library.modules.items()}
# Names that are likely to mean something else in a file without the import.
COMMON_WORDS = {"Promises", "Bolts", "When", "Then", "then"}
