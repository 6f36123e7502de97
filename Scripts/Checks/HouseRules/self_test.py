"""Plants one violation of every rule in a copy of this repository and checks that each is found."""
import pathlib
import shutil
import subprocess
import tempfile

LONG = "// A line.\n"
BODY = "func long() {\n" + "  print(1)\n" * 41 + "}\n"
PYTHON = "def long():\n" + "    print(1)\n" * 41
PUBLIC = "extension A {\n  @inlinable public func a() {}\n}\n"
FUTURE = "public class Future<Value: Sendable>: Cell<Value>, @unchecked Sendable {\n}\n"
DROPPED = "\n@discardableResult\npublic func follow2() -> Promise<Int> { a }\n"
FORGE = "https://github.com/{}/pledge\n"
INSTALLED = FORGE.format("a").rstrip() + '", .upToNextMinor(from: "0.1.0"))\n'
CLAUSE = "- **99.1** A promise keeps its word. It\n  is kept.\n"
SPOKEN = "- **99.4** A \"word\" is kept. Always.\n"

EMPTIED = """
struct A {
  @Test("99.4 A \\"word\\" is kept") func `an emptied test`() {}
}
"""
UNASSERTED = """@Test("99.4 A \\"word\\" is kept")
func clause99_5() {
  // #expect(true)
  print("#expect(true)", Promise(value: 1).asserting())
}
func asserting() { #expect(true) }
"""
ELSEWHERE = """@Test("99.4 A \\"word\\" is kept", .disabled("shown by {}")) func clause99_6() {{}}
"""
ASSERTED = """@Test("99.4 A \\"word\\" is kept", arguments: [{ 1 }])
func clause99_7() { indirectly() }
func indirectly() { asserts() }
func asserts() { Issue.record("no") }
@Test("99.4 A \\"word\\" is kept") func clause99_8() async {
  await ends()  // Completion is the assertion.
}
""" + ELSEWHERE.format("Tests/Clients/MustNotCompile")

XCTESTED = """class A: XCTestCase {
  func testA() { XCTAssert(true) }
  func testB() {}
}
"""
NESTED = "Tests/Clients/BridgesClient/Tests/PledgeNIOTests"

# The file to plant, its content, the line to be reported, and a part of the message. Without a line,
# nothing may be found.
PLANTS = [
    ("Sources/Pledge/Operators/PlantA.swift", "\nimport Foundation\n", 2, "Pledge may not import"),
    ("Sources/Pledge/PlantB.swift", PUBLIC, 1, "no Tests/PledgeTests/PlantBTests.swift"),
    ("Sources/Pledge/Sub/PlantB.swift", PUBLIC, 1, "no Tests/PledgeTests/Sub/PlantBTests.swift"),
    ("Sources/PledgeTesting/PlantA.swift", PUBLIC, 1, "no Tests/PledgeTestingTests/PlantATests"),
    ("Sources/PledgeTesting/PlantB.swift", "import PledgeCore\n", 1, "may not import"),
    ("Sources/PledgeTesting/PlantC.swift", "import class PledgeCore.Node\n", 1, "may not import"),
    ("Sources/PledgeCore/PlantC.swift", "private import Dispatch\n", 1, "may not import Dispatch"),
    ("Sources/PledgeCore/PlantD.swift", "import Synchronization\n", 1, "may not import Synch"),
    ("Sources/Bridges/PledgeFoundation/PlantE.swift", "import PledgeCore\n", 1, "may not import"),
    ("Sources/Bridges/PlantedBridge/PlantF.swift", "", 1, "PlantedBridge is not a layer"),
    ("Tests/PledgeTests/PlantG.swift", "@testable import PledgeCore\n", 1, "does not declare"),
    ("Tests/PledgeTests/PlantH.swift", "import PledgeFoundation\n", 1, "does not declare that it"),
    ("Tests/PledgeTests/PlantI.swift", "import Synchronization\n", 1, "does not declare that it"),
    ("Tests/Support/PlantA.swift", "import PledgeTesting\n", 1, "PledgeTestSupport does not declare"),
    ("Tests/Clients/Consumer/Sources/Consumer/PlantJ.swift", "import CPledge\n", 1, "does not declare"),
    ("Sources/PledgeTrace/PlantAB.swift", DROPPED, 2, "dropping the result of 'follow2' may lose"),
    ("Tests/PledgeTests/PlantAC.swift", "import Glibc\n", 1, "use CPledge or Foundation instead of Glibc"),
    ("Sources/PledgeTrace/PlantAD.swift", "#if os(macOS) || os(iOS)\n#endif\n", 1, "systems: iOS, ma"),
    ("Sources/PledgeTrace/PlantAE.swift", "\n#elseif !os(WASI)\n#endif\n", 2, "systems: not WASI"),
    ("README.md", "macOS 13, iOS 15\n" + INSTALLED, 1, "does not say that iOS 16 is needed"),
    ("Documentation/PlantB.md", "\n" + FORGE.format("b"), 2, "b/pledge is not the repository's"),
    ("Documentation/PlantC.md", INSTALLED.replace("1", "2"), 1, 'from: "0.2.0") is not the version to'),
    ("Sources/Pledge/PlantAA.swift", "package import Pledge\n", 1, "'package import' prevents"),
    ("Sources/Pledge/PlantK.swift", "\n\nlet a = unsafe b\n", 3, "'unsafe' belongs in PledgeCore"),
    ("Sources/Pledge/PlantL.swift", "let a: UnsafeRawPointer\n", 1, "'UnsafeRawPointer' belongs"),
    ("Sources/Pledge/PlantM.swift", "struct A: @unchecked Sendable {}\n", 1, "'@unchecked'"),
    ("Sources/Pledge/PlantN.swift", "let a: Unmanaged<A>\n", 1, "'Unmanaged' belongs"),
    ("Sources/Pledge/PlantO.swift", "let a: Atomic<Int>\n", 1, "'Atomic' belongs"),
    ("Sources/Pledge/PlantP.swift", "let a: Mutex<Int>\n", 1, "'Mutex' belongs"),
    ("Sources/Pledge/PlantQ.swift", "nonisolated(unsafe) var a = 1\n", 1, "'unsafe' belongs"),
    ("Sources/Pledge/PlantR.swift", "withUnsafeBytes(of: a) { b }\n", 1, "'withUnsafeBytes'"),
    ("Sources/PledgeTrace/PlantS.swift", "\nlet a = OperatorID(20, \"a\")\n", 2, "operator 20 is"),
    ("Sources/Pledge/Future.swift", FUTURE + "class A: @unchecked Sendable {}\n", 3, "'@unch"),
    ("Sources/Pledge/Promise.swift", "\nclass A: @unchecked Sendable {}\n", 2, "'@unchecked' bel"),
    ("Sources/Pledge/PlantT.swift", LONG * 301, 300, "301 lines; the limit is 300"),
    ("Sources/PledgeCore/PlantU.swift", LONG * 301, 300, "301 lines; the limit is 300"),
    ("Sources/CPledge/plant.c", LONG * 301, 300, "301 lines; the limit is 300"),
    ("Tests/PledgeTests/PlantV.swift", LONG * 401, 400, "401 lines; the limit is 400"),
    ("Sources/Pledge/PlantW.swift", BODY, 1, "a body of 41 lines; the limit is 40"),
    ("Benchmarks/Sources/Benchmarks/PlantA.swift", "import PledgeCore\n", 1, "does not declare"),
    ("Benchmarks/Sources/Benchmarks/PlantB.swift", "import NIOHTTP1\n", 1, "does not declare that"),
    ("Benchmarks/Sources/Benchmarks/PlantC.swift", LONG * 301, 300, "301 lines; the limit is 300"),
    ("Benchmarks/Sources/Benchmarks/PlantD.swift", BODY, 1, "a body of 41 lines; the limit is 40"),
    ("Benchmarks/Sources/MallocCounter/plant.c", LONG * 301, 300, "301 lines; the limit is 300"),
    ("Benchmarks/Tests/BenchmarksTests/PlantE.swift", "import NIOTLS\n", 1, "does not declare"),
    ("Benchmarks/Driver/plant.py", "print(1)\n" * 301, 300, "301 lines; the limit is 300"),
    ("Scripts/plant.py", PYTHON, 1, "a body of 41 lines; the limit is 40"),
    ("SPECIFICATION.md", CLAUSE + CLAUSE + SPOKEN, 1, "clause 99.1 has no conformance test"),
    ("SPECIFICATION.md", CLAUSE + CLAUSE + SPOKEN, 3, "clause 99.1 appears twice"),
    ("Tests/ConformanceTests/PlantSpoken.swift", '@Test("99.4 A wor")', 1, "clause 99.4 begins: A"),
    ("Tests/ConformanceTests/PlantX.swift", '@Test("99.2 a")\n', 1, "has no clause 99.2"),
    ("Tests/ConformanceTests/PlantY.swift", '@Test(\n  "99.3 a",\n  a)\n', 1, "has no clause 99.3"),
    ("Tests/ConformanceTests/PlantZ.swift", "\n@Test func a() {}\n", 2, "that names no clause"),
    ("Tests/ConformanceTests/PlantAF.swift", EMPTIED, 3, "an emptied test asserts nothing"),
    ("Tests/ConformanceTests/PlantAG.swift", UNASSERTED, 2, "clause99_5 asserts nothing"),
    ("Tests/ConformanceTests/PlantAH.swift", ELSEWHERE.format("Gone"), 1, "clause99_6 asserts nothing"),
    ("Tests/PledgeTests/PlantAI.swift", "@Test func a() {}\n", 1, "a asserts nothing"),
    ("Tests/PledgeTests/PlantAJ.swift", XCTESTED, 3, "testB asserts nothing"),
    (f"{NESTED}/PlantAK.swift", "@Test func a() {}\n", 1, "a asserts nothing"),
    (f"{NESTED}/PlantAL.swift", "import NIOTLS\n", 1, "PledgeNIOTests does not declare that"),
    ("Documentation/Plant.md", "see " + "/".join(["", "home", "me"]) + "\n", 1, "one machine only"),
    ("Package.resolved", "{}\n", 1, "belongs to a build"),
    # Text that must not be reported: words in comments, strings, and names, and allowed code.
    ("Documentation/Innocent.md", FORGE.format("a") + INSTALLED + "https://github.com/b/pledge-x\n", None, ""),
    ("Sources/Pledge/Innocent.swift", '// unsafe\nlet a = "unsafe \\(b("unsafe"))"\n', None, ""),
    ("Sources/Pledge/Innocent2.swift", "func `an unsafe { name`() {}\nlet package = 1\n", None, ""),
    ("Sources/Bridges/PledgeNIO/Innocent8.swift", DROPPED.replace("follow2", "`catch`"), None, ""),
    ("Sources/Pledge/Innocent3.swift", "internal import PledgeCore\nimport Dispatch\n", None, ""),
    ("Sources/Pledge/Innocent4.swift", BODY.replace("  print(1)\n", "", 1), None, ""),
    ("Scripts/innocent.py", PYTHON.replace("    print(1)\n", "", 1), None, ""),
    ("Benchmarks/Sources/Benchmarks/Innocent.swift", "import NIOCore\n", None, ""),
    ("Sources/PledgeTesting/Innocent.swift", "import PledgeSupport\n", None, ""),
    ("Sources/Pledge/Pledge.docc/Innocent.swift", "class A: @unchecked Sendable {}\n", None, ""),
    ("Sources/Bridges/PledgeFoundation/Innocent.swift", "package func a() {}\n", None, ""),
    ("Sources/PledgeCore/Innocent5.swift", "package let a: UnsafeRawPointer\n", None, ""),
    ("Tests/ConformanceTests/Innocent7.swift", '@Test("99.4 A \\"word\\" is kept")\n', None, ""),
    ("Tests/ConformanceTests/Innocent9.swift", ASSERTED, None, ""),
    ("Tests/PledgeTests/Innocent6.swift", "import Pledge\nimport Testing\n", None, ""),
    ("Tests/Support/Innocent10.swift", "package import Pledge\nimport Foundation\n", None, ""),
]


def missed(root, problems):
    """Yields a line for each planted violation that was not found, and for each false positive."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder).resolve() / "copy"
        shutil.copytree(root, copy, ignore=lambda _, names: [n for n in names if n[0] == "."])
        plant(copy)
        return list(differences(list(problems(copy))))


def plant(copy):
    for name, text, _, _ in PLANTS:
        path = copy / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text:
            path.write_text(text)
        elif not path.exists():
            path.touch()
    for command in (["init", "-q"], ["add", "-f", "Package.resolved"]):
        subprocess.run(["git", "-C", copy, *command], check=True)


def differences(found):
    for name, _, line, message in PLANTS:
        if line is None:
            for surprise in found:
                if surprise.startswith(name + ":"):
                    yield f"false positive: {surprise}"
        elif not any(f.startswith(f"{name}:{line}: ") and message in f for f in found):
            yield f"{name}:{line}: planted, but not found: {message}"
