import json

import site_builder
from Tests.repository import RepositoryTests


def graph(module, comment):
    """Returns the symbol graph of a module with one function."""
    span = {"start": {"line": 0, "character": 4}, "end": {"line": 0, "character": 4 + len(comment)}}
    return json.dumps({
        "metadata": {"formatVersion": {"major": 0, "minor": 6, "patch": 0}, "generator": "test"},
        "module": {"name": module, "platform": {}},
        "relationships": [],
        "symbols": [{
            "kind": {"identifier": "swift.func", "displayName": "Function"},
            "identifier": {"precise": f"{module}.run", "interfaceLanguage": "swift"},
            "pathComponents": ["run()"], "names": {"title": "run()"}, "accessLevel": "public",
            "declarationFragments": [{"kind": "text", "spelling": "func run()"}],
            "docComment": {"uri": "file:///A.swift", "lines": [{"text": comment, "range": span}]},
        }],
    })


FILES = {
    "README.md": "# P\n[guide](Documentation/Moving/README.md) ![i](Documentation/i.png) [`x`](Scripts/x)\n",
    "Documentation/A.md": "# A\n## 3.2 Fast `x<T>`\n[b](Moving), [self](#32-fast-xt), `[c](x)` [b](Moving)\n",
    "Documentation/Moving/README.md":
        "# M\nText.\n\n[a](../A.md#32-fast-xt) [web](https://a.org) [it](../../Scripts/x) "
        "[start](../../Sources/Pledge/Pledge.docc/Start.md#the-end) "
        "[kit](../../Sources/Kit/Kit.docc/Kit.md)\n",
    "Documentation/i.png": "",
    "Documentation/Guides.docc/Guides.md":
        "# Guides\n\n@Metadata {\n  @TechnologyRoot\n}\n\n## Topics\n\n"
        "### First\n\n- <doc:README>\n- <doc:A>\n\n### Reference\n\n- <doc:Moving>\n",
    "Scripts/x": "",
    "Sources/Pledge/Pledge.docc/Pledge.md":
        "# ``Pledge``\n\n## Topics\n\n### Articles\n\n- <doc:Start>\n\n### All\n\n- ``run()``\n",
    "Sources/Pledge/Pledge.docc/Start.md": "# Start\n\nStarts.\n\n## The end\n\nEnds.\n",
    "Sources/Kit/Kit.docc/Kit.md": "# ``Kit``\n\n``/Pledge/run()``\n\n## Topics\n\n### All\n\n- ``run()``\n",
    ".gitignore": ".build/\n",
    ".build/symbols/Pledge/Pledge.symbols.json": graph("Pledge", "Runs."),
    ".build/symbols/Kit/Kit.symbols.json": graph("Kit", "Runs."),
}


class SiteBuilder(RepositoryTests):
    def build(self, base="base", **changes):
        """Builds the site of FILES and returns the complaints."""
        files = {**FILES, **changes}
        self.root = self.repository({name: text for name, text in files.items() if text is not None})
        return site_builder.build(self.root, self.root / "site", base)

    def article(self, name):
        return (self.root / f".build/archives/Guides.docc/{name}.md").read_text()

    def test_a_site_is_built(self):
        self.assertEqual(self.build(), [])
        for page in ("guides/a", "guides/moving", "pledge/run()", "kit/run()"):
            self.assertTrue((self.root / f"site/base/documentation/{page}/index.html").exists(), page)
        self.assertIn("url=documentation/", (self.root / "site/base/index.html").read_text())

        self.assertIn("[guide](doc:Moving) ![i](Documentation-i.png) `Scripts/x`", self.article("README"))
        heading = "doc:A#3.2%20Fast%20x%3CT%3E"
        self.assertIn(f"[b](doc:Moving), [self]({heading}), `[c](x)` [b](doc:Moving)", self.article("A"))
        self.assertIn(f"[a]({heading}) [web](https://a.org) it (`Scripts/x`)", self.article("Moving"))
        url = "/documentation/guides/a#3.2-Fast-x%3CT%3E"
        moving = (self.root / "site/base/data/documentation/guides/moving.json").read_text()
        self.assertIn(url.replace("3.2", "32"), moving)
        self.assertIn('"/documentation/pledge/start#The-end"', moving)
        self.assertIn('"/documentation/kit"', moving)

    def test_all_pages_are_in_one_hierarchy(self):
        self.build()
        site = self.root / "site/base"
        tree = json.loads((site / "index/index.json").read_text())["interfaceLanguages"]["swift"][0]
        self.assertEqual([node["title"] for node in tree["children"]],
                         ["First", "A", "Articles", "Start", "Reference", "Pledge", "Kit", "M"])
        self.assertNotIn("module", [node["type"] for node in tree["children"]])

        landing = json.loads((site / "data/documentation.json").read_text())
        titles = [[landing["references"][one]["title"] for one in section["identifiers"]]
                  for section in landing["topicSections"]]
        self.assertEqual(titles, [["A"], ["Start"], ["Pledge", "Kit", "M"]])
        self.assertIn("guide", json.dumps(landing["abstract"]))
        self.assertFalse((site / "documentation/guides/readme/index.html").exists())

        for page, ancestors in (("guides/a", []), ("pledge", []), ("pledge/start", []), ("kit/run()", ["Kit"])):
            data = json.loads((site / f"data/documentation/{page}.json").read_text())
            [path] = data["hierarchy"]["paths"]
            self.assertEqual([data["references"][one]["title"] for one in path], ["Documentation", *ancestors])

    def test_a_link_to_a_section_that_does_not_exist_is_reported(self):
        self.build()
        data = self.root / "site/base/data/documentation/guides/a.json"
        page = json.loads(data.read_text())
        page["references"]["x"] = {"url": "/documentation/guides/moving#Gone"}
        pages = {"/documentation/guides/a": page, "/documentation/guides/moving": page}
        self.assertEqual(list(site_builder.dead_anchors(pages)), [
            "/documentation/guides/a: error: /documentation/guides/moving has no section for "
            "/documentation/guides/moving#Gone",
            "/documentation/guides/moving: error: /documentation/guides/moving has no section for "
            "/documentation/guides/moving#Gone",
        ])

    def test_a_warning_of_docc_is_reported_with_its_place(self):
        complaints = self.build(**{"Sources/Kit/Kit.docc/Kit.md": "# ``Kit``\n\n``Nothing``\n"})
        self.assertRegex("".join(complaints), r"Kit.docc/Kit.md:3:3: error: 'Nothing' doesn't exist")

    def test_symbols_and_guides_outside_every_group_and_dead_links_are_reported(self):
        complaints = self.build(base="", **{
            "Documentation/New.md": "# New\n\nA [link](https://a.org).\n",
            "Sources/Kit/Kit.docc/Kit.md": "# ``Kit``\n",
            ".build/symbols/Kit/Kit.symbols.json": graph("Kit", "See [this](README.md)."),
        })
        self.assertEqual(complaints, [
            "/documentation/guides: error: list in a group of Topics: New",
            "/documentation/kit: error: list in a group of Topics: run()",
            "/documentation/guides/new: error: move the link to https://a.org below the summary, from which DocC "
            "removes it",
            "/documentation/kit: error: the link to README.md is dead",
            "/documentation/kit/run(): error: the link to README.md is dead",
        ])

    def test_a_product_needs_symbols_and_a_catalog(self):
        self.assertIn("Kit needs both", self.build(**{"Sources/Kit/Kit.docc/Kit.md": None})[0])
        self.assertIn("Kit needs both", self.build(**{".build/symbols/Kit/Kit.symbols.json": None})[0])

    def test_breadcrumbs_without_a_page_are_removed(self):
        paths = [["kit", "kit/type"]]
        references = {one: {"url": f"/documentation/{one}"} for one in paths[0]}
        pages = {"/documentation/kit"}
        page = {"kind": "symbol", "hierarchy": {"paths": paths}, "references": references}
        self.assertEqual(list(site_builder.dead_links(page, pages)), ["/documentation/kit/type"])
        site_builder.remove_dead_breadcrumbs(page, pages)
        self.assertEqual((page["hierarchy"]["paths"], list(page["references"])), ([["kit"]], ["kit"]))
