import unittest

import markdown

TEXT = """# One `two`, three …

[a](A.md) and `[no](No.md)`, ![image](Images/a(1).png), <https://example.org/x>, ``[no](`No`.md)``
[of two
lines](B.md#c) <!-- [no](No.md) -->

```swift
# no heading
[no](No.md)
```

- an item
  ~~~
  [no](No.md)
  ~~~

## 4.5 Cycles
## 4.5 Cycles
| [cell](C.md) | [`code`](D.md "title") |
"""


class Markdown(unittest.TestCase):
    def setUp(self):
        self.page = markdown.Page(TEXT)

    def test_links_are_found_where_they_are_read_as_links(self):
        links = sorted(self.page.links(), key=lambda link: link.start)
        found = [(self.page.line(link.start), link.text, link.target) for link in links]
        self.assertEqual(found, [
            (3, "a", "A.md"), (3, "image", "Images/a(1).png"), (3, "", "https://example.org/x"),
            (4, "of two\nlines", "B.md#c"), (19, "cell", "C.md"), (19, "`code`", "D.md"),
        ])
        self.assertEqual([link.text for link in links if link.is_image], ["image"])

    def test_links_in_quotations_and_cells_are_where_they_are_written(self):
        page = markdown.Page("> a\n> b [c](d)\n\n| [c](d) | [c](d) |\n|---|---|\n| c | [c](d) |\n")
        self.assertEqual([link.start for link in page.links()], [8, 18, 27, 52])
        self.assertTrue(all(page.text[link.start : link.end] == "[c](d)" for link in page.links()))

    def test_anchors_are_those_of_github(self):
        self.assertEqual(list(self.page.anchors()), ["one-two-three-", "45-cycles", "45-cycles-1"])
        self.assertEqual(self.page.title(), "One `two`, three …")
        self.assertEqual(markdown.slug("Interop: async/await, Combine"), "interop-asyncawait-combine")
        self.assertEqual(markdown.slug("See [the _page_](A.md)"), "see-the-_page_")

    def test_fragments_are_those_of_docc(self):
        self.assertEqual(markdown.fragment("8. Unheard rejections"), "8-Unheard-rejections")
        self.assertEqual(markdown.fragment("Retry / polling – `map`"), "Retry-polling-map")
        self.assertEqual(markdown.fragment("Typed errors, done here"), "Typed-errors-done-here")

    def test_an_empty_page_has_nothing(self):
        empty = markdown.Page("")
        self.assertEqual((list(empty.links()), empty.anchors(), empty.title()), ([], {}, ""))
