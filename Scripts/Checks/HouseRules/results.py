"""Finds functions whose result can be dropped without a warning although this loses an error.

Dropping a promise whose rejection has to be handled causes a warning. The functions below are the only
ones that return a promise and may be `@discardableResult`. The modules for older libraries follow the
originals.
"""
import re

DROPPABLE_RESULTS = {
    # These handle the error themselves.
    "catch", "observe",
    # Their promises are never rejected, or only when there is nothing left to do. That of `follow` is also
    # rejected for a wrong argument, which is reported at run time.
    "onDiscard", "follow",
    # These return the promise that they are called on, which the caller already has.
    "shared", "labeled", "discarded",
}
DISCARDABLE = re.compile(r"@discardableResult\b([^{}]*?)\bfunc\s+(`?)", re.S)
PROMISE = re.compile(r"->\s*(?:Promise|Future|LazyPromise|Self)\b")
NAME = re.compile(r"\w+")


def problems(source):
    if source.parts[0] != "Sources" or "Compat" in source.parts:
        return
    for found in DISCARDABLE.finditer(source.code):
        # Backticks are blanked in the code, but not moved.
        name = NAME.match(source.text, found.end())[0]
        signature = source.code[found.start() : source.code.find("{", found.end())]
        if "public" in signature and PROMISE.search(signature) and name not in DROPPABLE_RESULTS:
            yield source.found(found.start(), f"dropping the result of '{name}' may lose an error")
