import unittest

import clauses
import glossary
import listings
import mentions
import sidebar
from pages import Pages, text


def heading(title):
    return {"type": "heading", "level": 2, "text": title, "anchor": title.replace(" ", "-")}


def paragraph(*parts):
    return {"type": "paragraph", "inlineContent": [text(part) if isinstance(part, str) else part for part in parts]}


def page(*content, kind="article", summary="", **metadata):
    return {
        "kind": kind, "abstract": [text(summary)], "references": {}, "identifier": {"url": metadata.get("title")},
        "metadata": metadata, "primaryContentSections": [{"kind": "content", "content": list(content)}],
    }


def shown(part):
    """Returns the text of a part of a page, with the target of each link."""
    if isinstance(part, list):
        return "".join(map(shown, part))
    if part["type"] == "reference":
        return f"[{part['overridingTitle']}]({part['identifier'].partition('/Guides/')[2].rpartition('/')[2]})"
    return part.get("text") or shown(part.get("inlineContent") or part.get("content") or [])


def content(one):
    return [shown(part) for part in one["primaryContentSections"][0]["content"]]


class Clauses(unittest.TestCase):
    def add_links(self, symbol):
        self.pages = {clauses.SPECIFICATION: page(heading("6 Discarding"), heading("6.3 Detaching")), "/s": symbol}
        return clauses.add_links(self.pages)

    def test_clauses_in_the_text_become_links(self):
        symbol = page(paragraph("It detaches", " ", "(spec", " ", "6.3.7)."), paragraph("A (spec 6.3, 6.9)"), kind="symbol")
        self.assertEqual(self.add_links(symbol), [])
        self.assertEqual(content(symbol), [
            "It detaches ([clause 6.3.7](SPECIFICATION#6.3-Detaching)).",
            "A ([clause 6.3](SPECIFICATION#6.3-Detaching), [clause 6.9](SPECIFICATION#6-Discarding))",
        ])
        self.assertEqual(symbol["references"][f"{clauses.IDENTIFIER}#6-Discarding"]["title"], "6 Discarding")

    def test_clauses_of_a_summary_become_a_callout(self):
        symbol = page(heading("Discussion"), kind="symbol", summary="Detaches (spec 6.3).")
        self.add_links(symbol)
        self.assertEqual(shown(symbol["abstract"]), "Detaches.")
        self.assertEqual(content(symbol), ["Discussion", "[clause 6.3](SPECIFICATION#6.3-Detaching)"])

    def test_a_page_without_a_discussion_gets_one_for_the_callout(self):
        symbol = page(heading("Return Value"), kind="symbol", summary="Detaches (spec 6.3).")
        self.add_links(symbol)
        added = symbol["primaryContentSections"][1]["content"]
        self.assertEqual([shown(part) for part in added], ["Discussion", "[clause 6.3](SPECIFICATION#6.3-Detaching)"])

    def test_summaries_of_other_pages_have_no_clauses(self):
        symbol = page(kind="symbol")
        symbol["references"]["other"] = {"abstract": [text("Detaches"), text(" "), text("(spec 6.3).")]}
        self.add_links(symbol)
        self.assertEqual(shown(symbol["references"]["other"]["abstract"]), "Detaches.")

    def test_a_clause_that_does_not_exist_is_reported(self):
        problems = self.add_links(page(paragraph("A (spec 7.1)."), kind="symbol", summary="B (spec 8)."))
        self.assertEqual(problems, [f"/s: error: the specification has no clause {one}" for one in ("7.1", "8")])


class Glossary(unittest.TestCase):
    def add_links(self, one):
        terms = page(*map(heading, glossary.TERMS))
        self.assertEqual(glossary.add_links({glossary.GLOSSARY: terms, "/one": one}), [])
        return content(one)

    def test_the_first_use_of_each_term_is_linked(self):
        text = "Discarded, a broken promise detaches, and is discarded. A promise has stages."
        self.assertEqual(self.add_links(page(heading("Stages"), paragraph(text), paragraph("Two stages."))), [
            "Stages",
            "[Discarded](Glossary#Discard), a [broken promise](Glossary#Broken-promise) "
            "[detaches](Glossary#Detach), and is discarded. A [promise](Glossary#Promise) has "
            "[stages](Glossary#Stage).",
            "Two stages.",
        ])

    def test_other_words_are_not_linked(self):
        table = {"type": "table", "header": "row", "rows": [[[paragraph("stage")]], [[paragraph("no")]]]}
        code = {"type": "codeVoice", "code": "stage"}
        words = page(table, paragraph("multi-stage backstage stage/x stage-x", code))
        self.add_links(words)
        self.assertEqual(words["references"], {})

    def test_a_term_that_the_page_links_is_not_linked_again(self):
        one = page(paragraph("a stage"))
        one["references"][f"{glossary.IDENTIFIER}#Stage"] = {}
        self.assertEqual(self.add_links(one), ["a stage"])

    def test_names_of_types_are_not_linked_on_the_pages_of_symbols(self):
        self.assertEqual(self.add_links(page(paragraph("a promise's stage"), kind="symbol")),
                         ["a promise's [stage](Glossary#Stage)"])

    def test_a_term_without_a_definition_is_reported(self):
        problems = glossary.add_links({glossary.GLOSSARY: page(*map(heading, [*glossary.TERMS][1:]))})
        self.assertEqual(problems, [f"{glossary.GLOSSARY}: error: define Broken promise"])


class Listings(unittest.TestCase):
    def test_code_of_symbols_is_swift_and_other_code_needs_a_language(self):
        symbol, article = ({"type": "codeListing", "syntax": None, "code": ["run"]} for _ in range(2))
        problems = listings.improve({"/s": page(symbol, kind="symbol"), "/a": page(article)})
        self.assertEqual(symbol["syntax"], "swift")
        self.assertEqual(problems, ["/a: error: name the language of the code: run"])

    def test_cells_are_labeled_with_their_columns_except_in_the_first(self):
        rows = [[[paragraph("A")], [paragraph("B")], []], [[paragraph("1")], [paragraph("2")], [paragraph("3")]]]
        listings.improve({"/a": page({"type": "table", "header": "row", "rows": rows})})
        self.assertEqual([[part["type"] for part in cell] for cell in rows[1]],
                         [["paragraph"], ["small", "paragraph"], ["paragraph"]])
        self.assertEqual(shown(rows[1][1]), "B2")

    def test_the_text_of_a_symbol_precedes_its_mentions(self):
        symbol = page(kind="symbol")
        symbol["primaryContentSections"].insert(0, {"kind": "mentions", "mentions": []})
        listings.improve({"/s": symbol})
        self.assertEqual([one["kind"] for one in symbol["primaryContentSections"]], ["content", "mentions"])


class Several(dict):
    references = Pages.references


class Mentions(unittest.TestCase):
    def test_links_to_articles_of_products_are_resolved(self):
        article = page(heading("The end"))
        guide = page()
        guide["references"] = {"site:x": {"url": "site:/documentation/p/a#The%20end"}, "web": {"url": "https://a.org"}}
        mentions.add_links(Several({"/documentation/p/a": article, "/documentation/guides/g": guide}))
        urls = [one["url"] for one in guide["references"].values()]
        self.assertEqual(urls, ["/documentation/p/a#The-end", "https://a.org"])


    def test_links_in_summaries_have_targets(self):
        guide, article = page(), page(title="All")
        guide["abstract"] = [text("See "), {"type": "reference", "identifier": "site:/documentation/p/a"}]
        mentions.add_links(Several({"/documentation/p/a": article, "/documentation/guides/g": guide}))
        self.assertEqual(guide["abstract"][1]["overridingTitle"], "All")
        self.assertEqual(guide["references"]["site:/documentation/p/a"]["url"], "/documentation/p/a")

    def test_names_of_files_that_have_a_page_become_links(self):
        article = page(paragraph("See Documentation/", "A.md, B.md, and x/SPECIFICATION.md."))
        identifier = "doc://Guides/documentation/Guides/A"
        guide = {**page(title="All"), "identifier": {"url": identifier}}
        mentions.add_links(Several({"/article": article, "/documentation/guides/a": guide}))
        self.assertEqual(content(article), ["See [All](A), B.md, and x/SPECIFICATION.md."])


class Sidebar(unittest.TestCase):
    def names(self, **symbols):
        """Returns the names in the sidebar for symbols with a title and a declaration each."""
        pages, children = {"/p": page(title="Promise", role="symbol")}, []
        for path, (title, declaration) in symbols.items():
            fragments = [{"text": declaration}]
            pages[f"/p/{path}"] = page(title=title, role="symbol", fragments=fragments, kind="symbol")
            children.append({"path": f"/p/{path}", "title": declaration, "type": "method"})
        root = {"path": "/", "children": [{"type": "groupMarker", "title": "Group"}, *children]}
        sidebar.rename(root, pages)
        return [child["title"] for child in root["children"]][1:]

    def test_symbols_have_short_names(self):
        self.assertEqual(self.names(
            a=("map(on:_:)", "func map<U>(on: some ExecutionContext, (Value) -> U) -> Promise<U>"),
            b=("map(on:_:)", "func map<U>(on: MainActor, (Value) -> U) -> Promise<U>"),
            c=("init(value:file:line:)", "convenience init(value: Value, file: StaticString, line: UInt)"),
        ), ["map(on:_:)", "map(on: MainActor, _:)", "Promise(value:)"])

    def test_symbols_with_the_same_name_keep_their_declarations(self):
        self.assertEqual(self.names(
            a=("any(_:file:line:)", "func any<V>([Future<V>], file: StaticString, line: UInt) -> Promise<V>"),
            b=("any(_:file:line:)", "static func any<V>(file: StaticString, line: UInt, Int) -> Promise<V>"),
        ), ["any<V>([Future<V>]) -> Promise<V>", "any<V>(Int) -> Promise<V>"])
