import re
import tempfile
import unittest
from pathlib import Path

import sites
from sites import Numbering

CORE = """
/// Says `word.loadAcquiring()`.
extension Node {
  final func attach() -> Bool {
    var found = state.loadAcquiring()
    // Acquiring: x.loadAcquiring() pairs with nothing.
    while true {
      if state.exchangeAcquiringAndReleasing(
        &found, for: 1
      ) { return true }
      state.storeRelaxed(found)
      found = state.loadAcquiring()
    }
  }

  deinit {
    upstream.removeAcquiringAndReleasing(1)
  }

  func arrive() -> Bool {
    unsafe pledge_subtract_acq_rel(word, 1) == 1
  }
}
"""
HEADER = """#include <stdint.h>

static inline bool pledge_knows(void) {
  return pledge_load_acquire(&pledge_known) != 0;
}
static inline void pledge_load_acquire(const uintptr_t *word) {}
"""
MANIFEST = """
    .testTarget(
      name: "PledgeCoreTests",
      dependencies: ["PledgeCore"]
    ),
    .testTarget(
      name: "PledgeTests",
      dependencies: ["Pledge"]
    ),
"""


class NumberingTests(unittest.TestCase):
    def setUp(self):
        root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        texts = {sites.CORE / "Attach.swift": CORE, sites.DEFINITIONS: "x.loadAcquiring()"}
        texts |= {sites.HEADER: HEADER, sites.MANIFEST: MANIFEST}
        texts |= {source: "added" for source in sites.ADDED}
        texts |= {sites.ORDERINGS / "Weakenable.swift": "added"}
        for name, text in texts.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        self.numbering = Numbering(root)
        self.attach = self.numbering.texts["Sources/PledgeCore/Attach.swift"]

    def test_every_half_of_every_ordering_has_a_number(self):
        found = [(w.number, w.line, w.site, w.without) for w in self.numbering.weakenings]
        both = "Attach.swift attach exchangeAcquiringAndReleasing"
        self.assertEqual(
            found,
            [
                (1, 5, "Attach.swift attach loadAcquiring", "acquiring"),
                (2, 8, both, "acquiring"),
                (3, 8, both, "releasing"),
                (4, 12, "Attach.swift attach loadAcquiring #2", "acquiring"),
                (5, 17, "Attach.swift deinit removeAcquiringAndReleasing", "acquiring"),
                (6, 17, "Attach.swift deinit removeAcquiringAndReleasing", "releasing"),
                (7, 21, "Attach.swift arrive pledge_subtract_acq_rel", "acquiring"),
                (8, 21, "Attach.swift arrive pledge_subtract_acq_rel", "releasing"),
                (9, 4, "CPledge.h pledge_knows pledge_load_acquire", "acquiring"),
            ],
        )

    def test_calls_take_their_number(self):
        self.assertIn("var found = state.loadAcquiring(1)\n", self.attach)
        self.assertIn("state.exchangeAcquiringAndReleasing(2, \n        &found", self.attach)
        self.assertIn("upstream.removeAcquiringAndReleasing(5, 1)", self.attach)
        self.assertIn("pledge_subtract_acq_rel_or_weaker(7, word, 1) == 1", self.attach)

    def test_comments_and_relaxed_operations_do_not(self):
        self.assertIn("x.loadAcquiring() pairs", self.attach)
        self.assertIn("state.storeRelaxed(found)", self.attach)

    def test_the_header_brings_the_operations_that_take_a_number(self):
        header = self.numbering.texts[str(sites.HEADER)]
        self.assertIn('#include <stdint.h>\n#include "Weakenable.h"\n', header)
        self.assertIn("pledge_load_acquire_or_weaker(9, &pledge_known)", header)
        self.assertIn("void pledge_load_acquire(const uintptr_t *word) {}", header)
        self.assertEqual(self.numbering.texts[str(sites.DEFINITIONS)], "x.loadAcquiring()\nadded")

    def test_other_tests_are_not_built(self):
        manifest = self.numbering.texts["Package.swift"]
        self.assertEqual(re.findall(r'name: "(\w+)"', manifest), ["PledgeCoreTests"])


class OwnCoreTests(unittest.TestCase):
    def test_no_operation_is_overlooked(self):
        """Every call of the core that spells an ordering has a number."""
        numbering = Numbering()
        for name, text in numbering.texts.items():
            if "Weakenable" in name or name in (str(sites.HEADER), str(sites.DEFINITIONS)):
                continue
            code = re.sub(r"//.*", "", text)
            for call in re.finditer(r"\.\w+(?:Acquiring|Releasing)\((\w*)", code):
                self.assertTrue(call[1].isdigit(), f"{name}: {call[0]}")
            self.assertNotRegex(code, r"pledge_(?!lock_)\w+_(?:acquire|release|acq_rel)\(")
