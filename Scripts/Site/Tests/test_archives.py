import archives
from Tests.repositories import RepositoryTests

FILES = {
    "Sources/Pledge/Pledge.docc/Pledge.md": "# ``Pledge``\n",
    "Sources/Compat/PledgeWhen/PledgeWhen.docc/PledgeWhen.md": "# ``PledgeWhen``\n",
    "Sources/Bridges/PledgeNIO/PledgeNIO.docc/PledgeNIO.md": "# ``PledgeNIO``\n",
    "Documentation/Moving/README.md": "# Moving\n",
    ".gitignore": ".build/\n",
    ".build/symbols/Pledge/Pledge.symbols.json": "",
    ".build/symbols/PledgeNIO/PledgeNIO.symbols.json": "",
    ".build/symbols/PledgeWhen/PledgeWhen.symbols.json": "",
}


class Archives(RepositoryTests):
    def archives(self, **files):
        root = self.repository({**FILES, **files})
        return archives.Archives(root, "p", root / ".build/archives")

    def test_the_guides_and_products_come_before_what_is_for_older_libraries(self):
        made = self.archives()
        self.assertEqual(made.names(), ["Guides", "Pledge", "PledgeNIO", "PledgeWhen"])
        self.assertEqual((made.compat(), list(made.problems())), ({"PledgeWhen"}, []))

    def test_a_product_without_a_catalogue_is_named(self):
        made = self.archives(**{".build/symbols/PledgeMore/PledgeMore.symbols.json": ""})
        self.assertIn("PledgeMore has no catalogue", "".join(made.problems()))

    def test_a_catalogue_without_a_product_is_named(self):
        made = self.archives(**{"Sources/Less/Less.docc/Less.md": ""})
        self.assertIn("Sources/Less/Less.docc/Less.md:1: error:", "".join(made.problems()))

    def test_what_docc_complains_of_has_its_place_in_the_repository(self):
        made = self.archives()
        said = made.located("Pledge", "error: no\n  --> Articles/A.md:3:1-3:4")
        self.assertIn("--> Sources/Pledge/Pledge.docc/Articles/A.md:3:1-3:4", said)
        self.assertIn("--> Documentation/Moving/README.md:2:1", made.located("Guides", " --> Moving.md:2:1"))
        self.assertEqual(made.located("Pledge", "--> Sources/A.swift:1:1"), "--> Sources/A.swift:1:1")
