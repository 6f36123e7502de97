import guides
from Tests.repositories import RepositoryTests

FILES = {
    "README.md": "# P\n[guide](Documentation/Moving/README.md) ![i](Documentation/i.png)\n",
    "Documentation/A.md": "# A\n## 3.2 Fast\n[b](Moving/B.md), [self](#32-fast), `[c](x)`\n",
    "Documentation/i.png": "picture",
    "Documentation/Moving/README.md": "# M\n[`Scripts/x`](../../Scripts/x) [it](../../Scripts/x)\n",
    "Documentation/Moving/B.md": "# B\n[a](../A.md#32-fast) [web](https://a.org)\n# Second\n",
    "Scripts/x": "",
    "Sources/P/P.docc/P.md": "# ``P``\n",
}


class Guides(RepositoryTests):
    def setUp(self):
        self.root = self.repository(FILES)
        self.guides = guides.Guides(self.root)

    def test_names_are_those_of_the_files(self):
        names = {name: guides.slug(name) for name in self.guides.pages}
        self.assertEqual(names, {
            "README.md": "Readme", "Documentation/A.md": "A",
            "Documentation/Moving/README.md": "Moving", "Documentation/Moving/B.md": "Moving-B",
        })
        self.assertEqual(guides.slug("SPECIFICATION.md"), "Specification")
        self.assertEqual(guides.slug("Documentation/NIO.md"), "NIO")
        self.assertEqual(guides.slug("Benchmarks/Results.md"), "Benchmarks-Results")

    def test_links_to_pages_and_sections_become_docc_s(self):
        self.assertIn("[guide](doc:Moving)", self.guides.article("README.md"))
        text = self.guides.article("Documentation/A.md")
        self.assertIn("[b](doc:Moving-B), [self](doc:A#32-Fast), `[c](x)`", text)
        moving = self.guides.article("Documentation/Moving/B.md")
        self.assertIn("[a](doc:A#32-Fast) [web](https://a.org)", moving)

    def test_links_to_other_files_become_their_paths(self):
        text = self.guides.article("Documentation/Moving/README.md")
        self.assertIn("`Scripts/x` it (`Scripts/x`)", text)

    def test_a_page_has_one_title(self):
        self.assertIn("\n## Second\n", self.guides.article("Documentation/Moving/B.md"))

    def test_the_catalogue_has_pages_images_and_a_front_with_groups(self):
        catalogue = self.root / "out/Guides.docc"
        self.guides.write(catalogue)
        self.assertEqual((catalogue / "Documentation-i.png").read_text(), "picture")
        self.assertIn("![i](Documentation-i.png)", (catalogue / "Readme.md").read_text())
        front = (catalogue / "Guides.md").read_text()
        self.assertIn("### Using Pledge\n\n- <doc:A>\n", front)
        self.assertIn("### Moving from another library\n\n- <doc:Moving>\n- <doc:Moving-B>\n", front)
        self.assertIn("### The project\n\n- <doc:Readme>\n", front)

    def test_every_page_is_in_a_group_of_the_front(self):
        front = self.guides.front()
        for name in self.guides.pages:
            self.assertIn(f"<doc:{guides.slug(name)}>", front)
