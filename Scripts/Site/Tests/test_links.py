import links
from Tests.repositories import RepositoryTests

GOOD = {
    "README.md": "# Here\n[a](Docs/A.md#the-end) [b](Docs) [c](#here) [d](https://example.org/a?b#c)\n",
    "Docs/A.md": "# A\n## The end\n[r](../README.md) ![i](i.png) <mailto:a@example.org>\n",
    "Docs/i.png": "",
    "Sources/P/P.docc/P.md": "# ``P``\n<doc:Other> ![i](picture) ![j](dark.png)\n",
    "Sources/P/P.docc/Resources/picture@2x.png": "",
    "Sources/P/P.docc/Resources/dark~dark.png": "",
}


class Links(RepositoryTests):
    def dead(self, **files):
        root = self.repository({**GOOD, **{f"{name}.md": text for name, text in files.items()}})
        return list(links.Links(root).problems())

    def test_nothing_is_said_of_links_that_lead_somewhere(self):
        self.assertEqual(self.dead(), [])

    def test_a_file_that_is_not_there_is_named_with_the_line_of_the_link(self):
        self.assertEqual(
            self.dead(New="# N\n\n[x](Docs/B.md)"),
            ["New.md:3: error: Docs/B.md: there is no Docs/B.md in the repository"],
        )

    def test_a_file_that_is_ignored_is_not_there(self):
        root = self.repository({**GOOD, ".gitignore": "out/", "out/a.md": "", "N.md": "[x](out/a.md)"})
        self.assertIn("there is no out/a.md", "".join(links.Links(root).problems()))

    def test_a_heading_that_is_not_there_is_named(self):
        self.assertEqual(
            self.dead(New="[x](Docs/A.md#end)"),
            ["New.md:1: error: Docs/A.md#end: Docs/A.md has no heading for #end"],
        )
        self.assertIn("New.md has no heading for #x", self.dead(New="[x](#x)")[0])
        self.assertIn("no heading for #L1", self.dead(New="[x](Docs/i.png#L1)")[0])

    def test_addresses_are_looked_at_for_their_form(self):
        for address in ("https://", "http:/a.org", "https://a", "file:///x", "mailto:a"):
            self.assertIn("no address of the web", self.dead(New=f"[x]({address})")[0])

    def test_absolute_paths_and_empty_links_lead_nowhere(self):
        for target in ("/Docs/A.md", ""):
            self.assertIn("neither a relative path", self.dead(New=f"[x]({target})")[0])

    def test_links_of_docc_are_read_in_catalogues_alone(self):
        self.assertIn("a link of DocC's", self.dead(New="<doc:Other>")[0])

    def test_an_image_of_a_catalogue_is_looked_for_in_it(self):
        root = self.repository({**GOOD, "Sources/P/P.docc/Q.md": "![x](other)"})
        self.assertEqual(
            list(links.Links(root).problems()),
            ["Sources/P/P.docc/Q.md:1: error: other: there is no image other in Sources/P/P.docc"],
        )

    def test_references_and_links_of_html_are_followed(self):
        for link in ("[x][r]\n\n[r]: B.md", '<a href="B.md">x</a>', '<p>\n<img src="B.md">\n</p>'):
            self.assertIn("there is no B.md", "".join(self.dead(New=link)), link)
        self.assertEqual(self.dead(New="[x][r]\n\n[r]: Docs/A.md"), [])
        self.assertEqual(self.dead(New="\n[x][r]"), ["New.md:2: error: there is no reference r"])

    def test_a_type_outside_of_code_is_named(self):
        self.assertEqual(
            self.dead(New="a\n\n> type `A<Int>` and\n> type 'Promise<Int>'\n"),
            ["New.md:4: error: <Int> is dropped outside of code"],
        )
        self.assertEqual(self.dead(New="<br> <sub>a</sub>\n\n    Future<Int>\n"), [])
