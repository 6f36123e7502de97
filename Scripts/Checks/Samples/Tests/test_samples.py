"""Plants mistakes in a copy of the documentation and checks the reports. Needs a debug build."""
import pathlib
import re
import tempfile
import unittest

import building
import command
import pages

ROOT = pathlib.Path(__file__).resolve().parents[4]
SHARED = ("Scripts", "Tests", "Package.swift", "SPECIFICATION.md", ".build/checks/debug")
NIO = "Sources/Bridges/PledgeNIO/A.swift"
REFUSED = pages.REFUSED + "DefaultIsolation/KeyPath.swift"
TABLE = "**PK** PromiseKit\n\n| Feature | Pledge | In |\n|---|---|---|\n| a | {} | {} |\n"

# A page, its text, the reported line, and the message.
MISWRITTEN = [
    ("A.md", "```\na\n```\n", 1, "name the language"),
    ("B.md", "```Swift\na\n```\n", 1, "name the language"),
    ("C.md", "```swift\na()  // prints 1\n```\n", 2, "write // prints: TEXT"),
    ("D.md", "<!-- compile in A -->\n```swift\na\n```\n", 3, "the comment above the sample has no"),
    ("E.md", "<!-- compiled in A -->\n```swift\na\n```\n", 3, "there is no A"),
    ("F.md", "<!-- compiled in Package.swift -->\n```swift\n\na  // b\n```\n", 4, "contain the line: a"),
    ("G.md", "<!-- refused in Package.swift -->\n```swift\n\n```\n", 3, "correct the comment above"),
    ("H.md", f"<!-- compiled in {REFUSED} -->\n```swift\n\n```\n", 3, "correct the comment above"),
    ("I.md", f"<!-- refused in {REFUSED} -->\n```swift\n\n```\n> b\n> c\n", 3, "this message: b c"),
    ("J.md", "```swift\n.package(name: a)  // prints: 1\n```\n", 2, "is not run"),
    (NIO, "/// A.\n///\n///     undeclared()\n", 3, "does not contain the line: undeclared()"),
    ("Sources/Compat/PledgeThen/A.swift", "/// A.\n///\n///     a()  // prints: 1\n", 3, "is not run"),
]
ROWS = [
    ("Well, `a`", "PK", "start the answer with"),
    ("**Yes:** spec 99.9", "–", "SPECIFICATION.md has no clause 99.9"),
    ("`a`", "PK (XX)", "list libraries from the top"),
    ("`a`", "", "list libraries from the top"),
]

# The compiler reports each line that says `undeclared`.
UNCOMPILED = {
    "README.md": """
```swift
let a = 1
```

```swift
struct A {
  let a = undeclared
}
undeclared
```
""",
    "Documentation/A.md": """
- An item:
  ```swift
  load(1)
    .map { undeclared }
  self.name = undeclared
  ```
""",
    "Documentation/B.md": """
```swift
.package(name: undeclared, path: "a"),
// and
.product(name: undeclared),
```
""",
    "Documentation/Features.md": TABLE.format("`load(1)` or `undeclared`", "PK"),
    "Sources/Pledge/A.swift": "/// A.\n///\n///     load(1)\n///\n///       .map { undeclared }\n",
    "Sources/Compat/PledgeThen/A.swift": "/// A.\n/// ```swift\n/// undeclared()\n/// ```\nfunc a() {}\n",
    "Sources/Pledge/Pledge.docc/A.md": "```swift\nextension Undeclared {}  // undeclared\n```\n",
}
MANIFEST = """```swift
.product(name: "Gone", package: "pledge"),
.package(path: "a", traits: ["NIO", "Lost"])
```
"""

PRINTING = """```swift
func later(_ text: String) { DispatchQueue.global().async { print(text) } }
await MainActor.run { print("1") }  // prints: 1
later("2")  // prints: 2
```
```swift
print("App/A.swift:1: a")
```
```text
Page/B.swift:2: a
```
```swift
print("1")
print("2")  // prints: 3
```
```swift
print("1")  // prints: 1
print("too many")
```
```swift
print("1")  // prints: 1
// prints: missing
```
```swift
print("1")  // prints: 1
throw Missing()
```
"""


class SamplesTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        for name in SHARED:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).symlink_to(ROOT / name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def test_mistakes_in_how_a_sample_is_written(self):
        for name, text, line, message in MISWRITTEN:
            page = name if "/" in name else f"Documentation/{name}"
            with self.subTest(text):
                self.write(page, text)
                self.assert_found(pages.read(self.root)[1], page, line, message)
                (self.root / page).unlink()

    def test_mistakes_in_a_row_of_features(self):
        for answer, libraries, message in ROWS:
            with self.subTest(message):
                self.write(pages.FEATURES, TABLE.format(answer, libraries))
                self.assert_found(pages.read(self.root)[1], pages.FEATURES, 5, message)

    def assert_found(self, problems, page, line, message):
        [(found_page, found_line, found)] = problems
        self.assertEqual((found_page, found_line), (page, line))
        self.assertIn(message, found)

    def test_samples_that_do_not_compile(self):
        for name, text in UNCOMPILED.items():
            self.write(name, text)
        self.write("Documentation/C.md", MANIFEST)
        report = "\n".join(command.check(self.root)[0])
        found = set(re.findall(r"^(\S+?:\d+)(?::\d+)?: error:", report, re.M))
        planted = {"Documentation/C.md:2", "Documentation/C.md:3"}
        for name, text in UNCOMPILED.items():
            lines = enumerate(text.splitlines(), 1)
            planted |= {f"{name}:{number}" for number, line in lines if "undeclared" in line}
        self.assertEqual(found, planted, report)

    def test_samples_that_print_something_else(self):
        self.write("README.md", PRINTING)
        building.SECONDS = 10
        report = "\n".join(command.check(self.root)[0])
        found = re.findall(r"^README.md:(\d+): error: the sample ends with status (-?\d+)", report, re.M)
        self.assertEqual([int(line) for line, _ in found], [14, 17, 22, 25], report)
        self.assertNotEqual(found[-1][1], "0")


if __name__ == "__main__":
    unittest.main()
