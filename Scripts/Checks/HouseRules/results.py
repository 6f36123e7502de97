"""Finds results that may be dropped without a warning though dropping them loses an error.

A promise whose rejection somebody still has to hear warns when it is dropped. These need not, so they
are the only functions that return a promise and may be `@discardableResult`. The modules for older
libraries do as the originals do.
"""
import re

HEARD = {
    # Hear of the error themselves.
    "catch", "observe",
    # Cannot be rejected by what they do, or only because there is no more to do; `follow` also where an
    # argument is wrong, which is reported when the program runs.
    "onDiscard", "follow",
    # Return the promise that they are called on, which the caller has already.
    "shared", "discarded",
}
DROPPABLE = re.compile(r"@discardableResult\b([^{}]*?)\bfunc\s+(`?)", re.S)
PROMISE = re.compile(r"->\s*(?:Promise|Future|LazyPromise|Self)\b")
NAME = re.compile(r"\w+")


def problems(source):
    if source.parts[0] != "Sources" or "Compat" in source.parts:
        return
    for found in DROPPABLE.finditer(source.code):
        # Backticks are blanked in the code, but not moved.
        name = NAME.match(source.text, found.end())[0]
        signature = source.code[found.start() : source.code.find("{", found.end())]
        if "public" in signature and PROMISE.search(signature) and name not in HEARD:
            yield source.found(found.start(), f"dropping what '{name}' returns may lose an error")
