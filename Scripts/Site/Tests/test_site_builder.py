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
    "Documentation/A.md": "<!--\n@MainActor\n-->\n# A\n## 3.2 Fast `x<T>`\n[b](Moving), [self](#32-fast-xt), `[c](x)` [b](Moving)\n",
    "Documentation/Moving/README.md":
        "# M\nText.\n\n[a](../A.md#32-fast-xt) [web](https://a.org) [it](../../Scripts/x) "
        "[start](../../Sources/Pledge/Pledge.docc/Articles/Start.md#the-end) "
        "[all](../../Sources/Pledge/Pledge.docc/Articles) [kit](../../Sources/Kit/Kit.docc/Kit.md)\n",
    "Documentation/i.png": "",
    "Documentation/Guides.docc/Guides.md":
        "# Guides\n\n@Metadata {\n  @TechnologyRoot\n}\n\n## Topics\n\n"
        "### First\n\n- <doc:README>\n- <doc:A>\n\n### Reference\n\n- <doc:Moving>\n",
    "Scripts/x": "",
    "Sources/Pledge/Pledge.docc/Pledge.md":
        "# ``Pledge``\n\n## Topics\n\n### Articles\n\n- <doc:Start>\n\n### All\n\n- ``run()``\n",
    "Sources/Pledge/Pledge.docc/Articles/Start.md": "# Start\n\nStarts.\n\n## The end\n\nEnds.\n",
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
        moving = (self.root / "site/base/data/documentation/guides/moving.json").read_text()
        for url in ("/documentation/guides/a#32-Fast-x%3CT%3E", "/documentation/pledge/start", "/documentation/pledge"):
            self.assertIn(f'"{url}"', moving.replace("\\/", "/"))

    def test_samples_are_colored_and_cells_have_their_captions(self):
        def cell(*texts):
            return [{"type": "paragraph", "inlineContent": [{"type": "text", "text": text}]} for text in texts]

        code = {"type": "codeListing", "syntax": None, "code": ["run()"]}
        table = {"type": "table", "header": "row", "rows": [[cell("A"), cell("B")], [cell("1"), cell("2")]]}
        site_builder.make_readable({"kind": "symbol", "primaryContentSections": [{"content": [code, table]}]})
        self.assertEqual(code["syntax"], "swift")
        self.assertEqual(table["rows"][1][0], cell("1"))
        self.assertEqual(table["rows"][1][1], [{"type": "small", "inlineContent": cell("B")[0]["inlineContent"]}, *cell("2")])

    def test_a_warning_of_docc_is_reported_with_its_place(self):
        complaints = self.build(**{"Sources/Kit/Kit.docc/Kit.md": "# ``Kit``\n\n``Nothing``\n"})
        self.assertRegex("".join(complaints), r"Kit.docc/Kit.md:3:3: error: 'Nothing' doesn't exist")

    def test_symbols_and_guides_outside_every_group_and_dead_links_are_reported(self):
        complaints = self.build(base="", **{
            "Documentation/New.md": "# New\n\nA [link](https://a.org).\n",
            "Sources/Kit/Kit.docc/Kit.md": "# ``Kit``\n",
            ".build/symbols/Kit/Kit.symbols.json": graph("Kit", "See [this](README.md)."),
        })
        self.assertCountEqual(complaints, [
            "/documentation/guides: error: list in a group of Topics: New",
            "/documentation/guides/new: error: the link to https://a.org is dead, or in a summary",
            "/documentation/kit: error: list in a group of Topics: run()",
            "/documentation/kit/run(): error: the link to README.md is dead, or in a summary",
        ])

    def test_a_declaration_without_a_comment_is_reported(self):
        complaints = self.build(**{".build/symbols/Kit/Kit.symbols.json": graph("Kit", "")})
        self.assertEqual(complaints, ["/documentation/kit/run(): error: this declaration is not documented"])

    def test_a_product_needs_symbols_and_a_catalog(self):
        self.assertIn("Kit needs both", self.build(**{"Sources/Kit/Kit.docc/Kit.md": None})[0])
        self.assertIn("Kit needs both", self.build(**{".build/symbols/Kit/Kit.symbols.json": None})[0])
