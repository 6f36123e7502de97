"""The libraries that one can move from, and what they are called where."""
from __future__ import annotations

import re
from dataclasses import dataclass

# The lines of README.md; a product follows for each module.
DEPENDENCY = '.package(name: "pledge", path: "../pledge"),'
PRODUCT = '.product(name: "{}", package: "pledge"),'


@dataclass(frozen=True)
class Library:
    name: str
    # What takes its place, and the page that says how.
    module: str
    guide: str
    # The modules that an import may name.
    modules: tuple[str, ...]
    # The classes that an extension or a subclass may name.
    classes: tuple[str, ...]
    # Those of them that are open, here as there; all others are final.
    open: tuple[str, ...]
    # Whether `@testable` shows there what it shows here.
    is_testable: bool
    # What is Objective-C's alone, whole words.
    objective_c: str
    # Code that is written otherwise here, and how.
    changed: tuple[tuple[str, str], ...]
    # Headers of Objective-C that stand in quotes, without their suffix.
    headers: str
    # What CocoaPods call it.
    pods: tuple[str, ...]
    # The last two parts of its address, in lower case; an asterisk is any name.
    repositories: tuple[str, ...]


LIBRARIES = (
    Library(
        name="PromiseKit", module="PledgePromiseKit", guide="PromiseKit.md",
        modules=("PromiseKit", "PMKFoundation"),
        classes=("Promise", "Guarantee", "Resolver", "AnyPromise"), open=(), is_testable=False,
        objective_c=r"AnyPromise|PMKPromise",
        changed=(
            (r"\bafter\s*\(\s*life\b", "after(life:) is not here"),
            (
                r"\bobserve\s*\(\s*\.promise\s*,\s*keyPath:\s*#",
                "observe(.promise, keyPath:) takes a key path of Swift",
            ),
        ),
        headers=r"(?:PromiseKit|AnyPromise|PMK)\w*",
        pods=("PromiseKit", "PMKFoundation"), repositories=("mxcl/promisekit", "promisekit/*"),
    ),
    Library(
        name="Promises", module="PledgePromises", guide="GooglePromises.md",
        modules=("Promises", "FBLPromises", "PromisesTestHelpers"),
        classes=("Promise", "FBLPromise"), open=(), is_testable=True,
        objective_c=r"FBLPromise\w*(?<!FBLPromises)|asObjCPromise|ObjCPromise", changed=(),
        headers=r"FBLPromise[\w+]*",
        pods=("PromisesSwift", "PromisesObjC"), repositories=("google/promises",),
    ),
    Library(
        name="Bolts", module="PledgeBolts", guide="Bolts.md",
        modules=("BoltsSwift", "Bolts"),
        classes=("Task", "TaskCompletionSource", "BFTask"), open=(), is_testable=False,
        objective_c=r"BF(?:Task|Executor|Cancellation|AppLink|Measurement|URL|WebView)\w*",
        changed=((r"(?<![\w.])Bolts\s*\.\s*version\b", "there is no class Bolts here"),),
        headers=r"Bolts|BF(?:Task|Executor|Cancellation|AppLink|Measurement|URL|WebView)\w*",
        pods=("Bolts", "Bolts-Swift"),
        repositories=(
            "boltsframework/bolts-swift", "boltsframework/bolts-objc", "boltsframework/bolts-ios",
        ),
    ),
    Library(
        name="BrightFutures", module="PledgeBrightFutures", guide="BrightFutures.md",
        modules=("BrightFutures",),
        classes=("Future", "Promise", "Async", "InvalidationToken"), open=("Async",),
        is_testable=False,
        objective_c="", headers="",
        changed=((r"\bextension\s+Async\b", "what is added to Async has to say nonisolated"),),
        pods=("BrightFutures",), repositories=("thomvis/brightfutures",),
    ),
    Library(
        name="When", module="PledgeWhen", guide="When.md",
        modules=("When",), classes=("Promise",), open=("Promise",), is_testable=False,
        objective_c="", headers="", changed=(),
        pods=("When",), repositories=("vadymmarkov/when",),
    ),
    Library(
        name="Then", module="PledgeThen", guide="Then.md",
        modules=("Then", "then"),
        classes=("Promise", "Promises", "EmptyPromise"), open=(), is_testable=False,
        objective_c="", headers="", changed=(),
        pods=("thenPromise",), repositories=("freshos/then", "s4cha/then"),
    ),
)

OLD = {module: library for library in LIBRARIES for module in library.modules}
NEW = {library.module: library for library in LIBRARIES}

# Words that mean a module only in a file that imports it.
VAGUE = frozenset({"Promises", "Bolts", "When", "Then", "then"})
# Modules of PromiseKit for one framework each, none of which is here.
COMPANION = re.compile(r"PMK(?!Foundation$)[A-Z]\w*")


def of_module(module):
    """Returns the library that a module belongs to, by its old name or its new one."""
    return OLD.get(module) or NEW.get(module)


def of_repository(owner, name):
    """Returns the library that is kept at such an address, if any."""
    for library in LIBRARIES:
        for known in (f"{owner}/{name}".lower(), f"{owner}/*".lower()):
            if known in library.repositories:
                return library
    return None


def of_directory(name):
    """Returns the library of which a folder is a copy, by its name."""
    for library in LIBRARIES:
        repositories = (address.rsplit("/", 1)[-1] for address in library.repositories)
        if name.lower() in map(str.lower, (*repositories, *library.modules, *library.pods)):
            return library
    return None


def of_pod(name):
    return next((library for library in LIBRARIES if name in library.pods), None)
