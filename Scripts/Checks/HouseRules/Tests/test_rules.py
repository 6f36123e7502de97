"""Plants a violation of every rule in a small tree, and code that looks like one."""
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

sys.dont_write_bytecode = True
import check

BODY = "func long() {\n" + "  print(1)\n" * 41 + "}\n"
PYTHON = "def long():\n" + "    print(1)\n" * 41
PUBLIC = "extension A {\n  @inlinable public func a() {}\n}\n"
FUTURE = "public class Future<Value: Sendable>: Cell<Value>, @unchecked Sendable {\n}\n"
DROPPED = "\n@discardableResult\npublic func follow2() -> Promise<Int> { a }\n"
FORGE = "https://github.com/{}/pledge"
INSTALLED = FORGE.format("a") + '", .upToNextMinor(from: "0.1.0"))\n'
CLAUSES = "- **99.1** A promise keeps its word. It\n  is kept.\n" * 2 + '- **99.4** A "word" is kept. Always.\n'
TEST = '@Test("99.4 A \\"word\\" is kept")'
EMPTIED = f"\nstruct A {{\n  {TEST} func `an emptied test`() {{}}\n}}\n"
UNASSERTED = f"""{TEST}
func clause99_5() {{
  // #expect(true)
  print("#expect(true)", Promise(value: 1).asserting())
}}
func asserting() {{ #expect(true) }}
"""
ASSERTED = f"""{TEST}
func clause99_7() {{ indirectly() }}
func indirectly() {{ asserts() }}
func asserts() {{ Issue.record("no") }}
{TEST} func clause99_8() async {{
  await ends()  // Completion is the assertion.
}}
"""
MANIFEST = "let platforms = [.macOS(.v13), .iOS(.v16)]\n"

# A file, its content, the line to be reported, and a part of the message.
VIOLATIONS = [
    ("Sources/Pledge/Operators/A.swift", "\nimport Foundation\n", 2, "Pledge may not import"),
    ("Sources/PledgeTesting/B.swift", "import class PledgeCore.Node\n", 1, "may not import"),
    ("Sources/PledgeCore/C.swift", "private import Dispatch\n", 1, "may not import Dispatch"),
    ("Sources/Bridges/PlantedBridge/D.swift", "", 1, "PlantedBridge is not a layer"),
    ("Tests/PledgeTests/E.swift", "import Synchronization\n", 1, "does not understand the locks"),
    ("Sources/Pledge/Sub/F.swift", PUBLIC, 1, "no Tests/PledgeTests/Sub/FTests.swift"),
    ("Sources/PledgeTrace/G.swift", DROPPED, 2, "dropping the result of 'follow2' may lose"),
    ("Tests/PledgeTests/H.swift", "import Glibc\n", 1, "use CPledge or Foundation instead of Glibc"),
    ("Sources/PledgeTrace/I.swift", "\n#elseif !os(WASI)\n#endif\n", 2, "systems: not WASI"),
    ("README.md", "macOS 13, iOS 15\n" + INSTALLED, 1, "does not say that iOS 16 is needed"),
    ("Documentation/J.md", "\n" + FORGE.format("b"), 2, "b/pledge is not the repository's"),
    ("Documentation/K.md", INSTALLED.replace("1", "2"), 1, 'from: "0.2.0") is not the version to'),
    ("Sources/Pledge/L.swift", "package import Pledge\n", 1, "'package import' prevents"),
    ("Sources/Pledge/M.swift", "\n\nlet a = unsafe b\n", 3, "'unsafe' belongs in PledgeCore"),
    ("Sources/Pledge/N.swift", "let a: Atomic<Int>\n", 1, "'Atomic' belongs"),
    ("Sources/Pledge/Future.swift", FUTURE + "class A: @unchecked Sendable {}\n", 3, "'@unchecked'"),
    ("Sources/Pledge/O.swift", 'let a = OperatorID(20, "a")\n', None, ""),
    ("Sources/PledgeTrace/P.swift", '\nlet a = OperatorID(20, "b")\n', 2, "operator 20 is"),
    ("Sources/CPledge/q.c", "// A line.\n" * 301, 300, "301 lines; the limit is 300"),
    ("Tests/PledgeTests/R.swift", "// A line.\n" * 401, 400, "401 lines; the limit is 400"),
    ("Sources/Pledge/S.swift", BODY, 1, "a body of 41 lines; the limit is 40"),
    ("Scripts/t.py", PYTHON, 1, "a body of 41 lines; the limit is 40"),
    ("SPECIFICATION.md", CLAUSES, 1, "clause 99.1 has no conformance test"),
    ("SPECIFICATION.md", CLAUSES, 3, "clause 99.1 appears twice"),
    ("Tests/ConformanceTests/U.swift", '@Test("99.4 A wor")', 1, "clause 99.4 begins: A"),
    ("Tests/ConformanceTests/V.swift", '@Test("99.2 a")\n', 1, "has no clause 99.2"),
    ("Tests/ConformanceTests/W.swift", "\n@Test func a() {}\n", 2, "that names no clause"),
    ("Tests/ConformanceTests/X.swift", EMPTIED, 3, "an emptied test asserts nothing"),
    ("Tests/ConformanceTests/Y.swift", UNASSERTED, 2, "clause99_5 asserts nothing"),
    ("Documentation/Z.md", "see " + "/".join(["", "home", "me"]) + "\n", 1, "one machine only"),
    ("Package.resolved", "{}\n", 1, "belongs to a build"),
]
# Words in comments, strings, and names, and allowed code.
INNOCENT = {
    "Package.swift": MANIFEST,
    "Documentation/A.md": FORGE.format("a") + "\n" + INSTALLED + FORGE.format("b") + "-x\n",
    "Sources/Pledge/AA.swift": '// unsafe\nlet a = "unsafe \\(b("unsafe"))"\nfunc `an unsafe { name`() {}\n',
    "Sources/Pledge/AB.swift": "internal import PledgeCore\nimport Dispatch\nlet package = 1\n",
    "Sources/Pledge/AC.swift": BODY.replace("  print(1)\n", "", 1),
    "Sources/Bridges/PledgeNIO/AD.swift": DROPPED.replace("follow2", "`catch`"),
    "Sources/PledgeCore/AE.swift": "package let a: UnsafeRawPointer\n",
    "Tests/ConformanceTests/AF.swift": ASSERTED,
    "Tests/Support/AG.swift": "package import Pledge\nimport Foundation\n",
    "Scripts/ah.py": PYTHON.replace("    print(1)\n", "", 1),
}


class RuleTests(unittest.TestCase):
    def setUp(self):
        root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name, text in [*(plant[:2] for plant in VIOLATIONS), *INNOCENT.items()]:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        for command in (["init", "-q"], ["add", "-f", "Package.resolved"]):
            subprocess.run(["git", "-C", root, *command], check=True)
        with mock.patch.object(check, "operators", create=True) as operators:
            operators.problems.return_value = []
            self.found = list(check.problems(root))

    def test_each_violation_is_found(self):
        for name, _, line, message in VIOLATIONS:
            if line and not any(each.startswith(f"{name}:{line}: ") and message in each for each in self.found):
                self.fail(f"{name}:{line}: planted, but not found: {message}\n" + "\n".join(self.found))

    def test_nothing_else_is_found(self):
        self.assertEqual([each for each in self.found if each.partition(":")[0] in INNOCENT], [])
