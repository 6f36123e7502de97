"""Finds tests without assertions, which always pass.

A test makes an assertion itself, or calls a function of its target that does, directly or indirectly. If
its completion is the assertion, a comment in its body says so. If a client shows what it states, the test is disabled.
"""
import re

import swift_bodies

ASSERTION = re.compile(r"#expect\b|#require\b|\bIssue\.record\b|\bconfirmation\b|\bXCT(?:Assert|Fail|Unwrap)\w*")
COMPLETES = "// Completion is the assertion."
TEST = re.compile(r"@Test\b")
ELSEWHERE = '.disabled("shown by '
# The functions in this module record failures in the tests that call them.
EVERYWHERE = "Sources/PledgeTesting/"
RECORDED = re.compile(r"\bCallSite\(fileID")
FUNCTION = re.compile(r"\bfunc (?=[\w` ])")
# Raw identifiers are blank in the code, but not moved.
NAME = re.compile(r"`[^`\n]*`|\w+")
# A call without a receiver, since `map` of a promise is not `map` of the tests, or of an expectation.
CALL = re.compile(r"(?:(?<![.\w])|(?<=\bself\.)|(?<=\.)(?=expect|waitForSleepers))([A-Za-z_]\w*)(?=(?:<[^<>\n]*>)?\s*[({])")


class Function:
    """A function with a body: its name, the functions it calls, and whether it makes an assertion."""

    def __init__(self, source, previous, offset, opening):
        self.source, self.offset = source, offset
        self.name = NAME.match(source.text, offset)[0].strip("`")
        self.is_test = TEST.search(source.code, previous, offset) is not None
        self.is_test |= self.name.startswith("test") and "XCTestCase" in source.code
        end = swift_bodies.end_of_body(source.code, opening)
        body = source.code[opening:end]
        self.calls = set(CALL.findall(body))
        self.asserts = bool(ASSERTION.search(body)) or COMPLETES in source.text[opening:end]
        self.asserts |= ELSEWHERE in source.text[previous:offset]
        self.asserts |= source.name.startswith(EVERYWHERE) and bool(RECORDED.search(body))


def functions(source):
    previous = 0
    for found in FUNCTION.finditer(source.code):
        if opening := swift_bodies.start_of_body(source.code, found.end()):
            yield Function(source, previous, found.end(), opening)
        previous = found.end()


def asserting(functions):
    """Returns the names of all functions that make an assertion, directly or indirectly."""
    helpers = [function for function in functions if not function.is_test]
    names, known = {helper.name for helper in helpers if helper.asserts}, set()
    while names != known:
        known = set(names)
        names |= {helper.name for helper in helpers if helper.calls & known}
    return names


def problems(sources):
    targets = {}
    for source in sources.values():
        if source.suffix == ".swift" and (name := target(source)):
            targets.setdefault(name, []).extend(functions(source))
    everywhere = asserting(targets.pop(EVERYWHERE, ()))
    for found in targets.values():
        helpers = asserting(found) | everywhere
        for test in [function for function in found if function.is_test]:
            if not test.asserts and not test.calls & helpers:
                yield test.source.found(test.offset, f"{test.name} asserts nothing")


def target(source):
    """Returns the target that a test or a helper belongs to: the folder in `Tests` of a package."""
    if source.name.startswith(EVERYWHERE):
        return EVERYWHERE
    folder = re.match(r"(?:.*/)?Tests/\w*Tests/", source.name)
    return folder and folder[0]
