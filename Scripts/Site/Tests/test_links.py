import links
from Tests.repository import RepositoryTests

GOOD = {
    ".gitignore": "ignored.md\n",
    "ignored.md": "",
    "README.md": "# Here\n[a](Docs/A.md#the-end) [b](Docs) [c](#here) [d][r] `Array<Int>` `[no](No.md)`\n\n"
                 "[r]: Docs/A.md\n\n```\n[no](No.md) Array<Int>\n```\n",
    "Docs/A.md": '# A\n## The *end*\n## The end\n[r](../README.md#here) <a href="A.md#the-end-1">x</a> <br>\n'
                 "![i](i.png) <https://example.org/x#y> <mailto:a@example.org>\n",
    "Docs/i.png": "",
    "Sources/P/P.docc/P.md": "# ``P``\n<doc:Other> ![x](picture)\n",
}
# Texts planted in New.md, and the expected messages.
FAULTS = {
    "# N\n\n[x](Docs/B.md)": "3: error: Docs/B.md does not exist",
    "> a\n> b ![x](no.png)": "2: error: no.png does not exist",
    "| [a](Docs) |\n|---|\n| [b](No) |": "3: error: No does not exist",
    "[x](/Docs/A.md)": "1: error: /Docs/A.md does not exist",
    "[x](ignored.md)": "1: error: ignored.md does not exist",
    "[x][r]\n\n[r]: No.md": "1: error: No.md does not exist",
    "a\n[x][r]": "2: error: [r] is not a defined reference",
    "<doc:Other>": "1: error: doc:Other is a link only in DocC catalogs",
    "[x](#no)": "1: error: New.md has no heading #no",
    "[x](Docs/A.md#end)": "1: error: Docs/A.md has no heading #end",
    "[x](Docs/i.png#L1)": "1: error: Docs/i.png has no heading #L1",
    'see <a href="No.md">x</a>': "1: error: No.md does not exist",
    '<p>\n<img src="no.png">\n</p>': "1: error: no.png does not exist",
    "a `A<Int>`\nand Array<Int>": "2: error: <Int> disappears from the rendered page; put it in backquotes",
}


class Links(RepositoryTests):
    def test_good_links_are_accepted(self):
        self.assertEqual(list(links.problems(self.repository(GOOD))), [])

    def test_each_fault_is_reported_with_its_line(self):
        root = self.repository(GOOD)
        for text, problem in FAULTS.items():
            with self.subTest(text):
                (root / "New.md").write_text(text)
                self.assertEqual(list(links.problems(root)), [f"New.md:{problem}"])
