import unittest

import manifests
from pages import Sample


def fragment(text):
    return Sample("Page.md", 10, text)


class ManifestsTests(unittest.TestCase):
    def test_entries_are_told_apart_by_their_brackets(self):
        text = '.package(name: "(", path: "a"),\n// b\n\n.target(\n  name: "c"\n),'
        lines = [(line, entry.split("(")[0]) for line, entry in manifests.entries(fragment(text))]
        self.assertEqual(lines, [(10, ".package"), (13, ".target")])

    def test_entries_are_where_they_belong(self):
        source = manifests.source(fragment('.package(path: "a")\n.product(name: "b", package: "a")'))
        self.assertIn('-> [Package.Dependency] { [.package(path: "a")', source)
        self.assertIn("-> [Target.Dependency] { [.product(", source)
        self.assertIn('#sourceLocation(file: "Page.md", line: 11)', source)

    def test_a_whole_manifest_is_taken_as_it_is(self):
        text = "// swift-tools-version: 6.2\nimport PackageDescription\nlet package = 1"
        self.assertTrue(manifests.source(fragment(text)).endswith(text))

    def test_products_and_traits_are_found_with_their_lines(self):
        sample = fragment('a\n.package(path: "b", traits: ["C", "D"])\n' + PRODUCTS)
        self.assertEqual(list(manifests.named(sample, manifests.TRAITS)), [(11, "C"), (11, "D")])
        self.assertEqual(list(manifests.named(sample, manifests.PRODUCT)), [(12, "Pledge")])


PRODUCTS = '.product(name: "Pledge", package: "pledge"), .product(name: "X", package: "x")'
