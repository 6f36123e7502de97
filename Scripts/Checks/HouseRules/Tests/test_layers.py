"""Tests of the rule that counts references of the core to a higher layer."""
import unittest

import check
import layers

PAGE = """## Layers
| layer | folders |
|---|---|
| words | `Words` |
| nodes | `Node` |

| file | uses | reason |
|---|---|---|
| `Words/Excused.swift` | `above` | a reason |

## States
"""
CORE = layers.FOLDER
HIGHER = """
extension Node {
  static func above(_ word: UInt) {}
  func detach(fast: Bool) {}
  convenience init(of source: Node) {}
}

private func hidden() {}
"""
EXCUSED = "func excused() { Node.above(1) }\n"


def problems(lower, excused=EXCUSED, name="Words/Lower.swift"):
    files = {"README.md": PAGE, name: lower, "Words/Excused.swift": excused, "Node/Higher.swift": HIGHER}
    sources = {}
    for name, text in files.items():
        source = check.Source.__new__(check.Source)
        source.name, source.suffix, source.text = CORE + name, name[name.index("."):], text
        sources[source.name] = source
    return list(layers.problems(sources))


class LayersTests(unittest.TestCase):
    def test_an_upward_reference_is_reported_at_its_line(self):
        [found] = problems("func lower() {\n  above(2)\n}\n")
        self.assertIn(f"{CORE}Words/Lower.swift:2: 'above'", found)

    def test_it_is_found_in_every_form(self):
        for use in "node.detach(fast: true)", "Node(of: other)", "map(\\.detach)", "each(Node.above)", "node\n    .detach(fast: true)":
            self.assertEqual(len(problems(f"func lower() {{\n  {use}\n}}\n")), 1, use)

    def test_a_file_without_a_layer_is_reported(self):
        [found] = problems("", name="Elsewhere/Lower.swift")
        self.assertIn("no layer", found)

    def test_comments_strings_and_variables_are_no_references(self):
        self.assertEqual(problems('/// above\nfunc lower(above: UInt) { print("above", above) }\n'), [])

    def test_what_is_private_above_is_another_declaration(self):
        self.assertEqual(problems("func lower() { hidden() }\n"), [])

    def test_an_exception_that_is_not_needed_is_reported(self):
        [found] = problems("", excused="func excused() {}\n")
        self.assertIn("Words/Excused.swift has no reference 'above'", found)


if __name__ == "__main__":
    unittest.main()
