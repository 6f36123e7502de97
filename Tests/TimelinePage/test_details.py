"""Tests the details of a promise, the reasons why it waits, and the keys."""
from browser import Keys, PageTest


class Details(PageTest):
    def setUp(self):
        self.show("users")

    def test_details_are_complete(self):
        text = self.jump("promise.operator === 'retry'")
        for part in ("retry #1", "App/Loader.swift", "Loader.load(_:)", "com.example.loader", "fulfilled after",
                     "after the first event", "→ 4712", "Waits for", "Derived from this"):
            self.assertIn(part, text)

    def test_details_show_labels_unhandled_errors_and_repeated_settlements(self):
        for condition, text in {
            "promise.unhandled": "no consumer handled its error", "promise.again === 2": "2 times, without effect",
            "promise.label === 'her name'": "Label\nher name",
        }.items():
            self.assertIn(text, self.jump(condition))
        self.run_js("page.jump(page.trace.promises.find((promise) => promise.label).chain)")
        self.settle()
        self.assertIn("Label\nAda", self.one("#details").text)

    def test_a_long_error_is_whole_and_scrolls(self):
        self.jump("promise.error.includes('keyNotFound')")
        self.assertEqual(self.one("#details pre").get_attribute("textContent").count("users[3]"), 30)
        self.assertTrue(self.run_js("const pre = document.querySelector('#details pre'); return pre.scrollHeight > pre.clientHeight"))

    def test_links_lead_to_what_they_name(self):
        self.jump("promise.operator === 'all'")
        link = next(link for link in self.all("#details .link") if "Promise #" in link.text)
        name = link.text.split("\n")[0].strip()
        link.click()
        self.settle()
        self.assertEqual(self.one("#details h2").text, name.split(" Lock")[0])
        self.assertIn(name.split("#")[1].split()[0], self.run_js("return page.rows.element().ariaLabel"))

    def test_a_link_to_a_filtered_promise_resets_the_filter(self):
        self.click("[data-filter=broken]")
        self.jump("promise.operator === 'all'")
        self.assertEqual(self.one("#shown").text, "")
        self.assertEqual(self.one("[data-filter=broken]").get_attribute("aria-pressed"), "false")

    def test_a_click_on_a_bar_opens_its_stage(self):
        x, y = (int(value) for value in self.place_of(1))
        mouse = self.mouse()
        mouse.w3c_actions.pointer_action.move_to_location(x, y).click()
        mouse.w3c_actions.perform()
        self.settle()
        self.assertEqual(self.one("#details h2").text, "retry #1")

    # Why it waits

    def test_it_names_the_producer_it_waits_for(self):
        text = self.jump("promise.site === 'App/Sync.swift:30' && promise.operator === 'then'")
        why = text[text.index("Why is it waiting?"):]
        self.assertIn("waits for", why)
        self.assertIn("Lock.swift:42", why)
        self.assertIn("It is pending, waiting for its producer; made at App/Lock.swift:42.", why)
        self.assertNotIn("Lock.swift:50", why.split("Derived from")[0])

    # Promises, and the reasons why the first one waits: the end of every path.
    REASONS = {
        "every producer": (
            [{"id": 1, "waits": [2, 3]}, {"id": 2}, {"id": 3, "from": 4}, {"id": 4, "waits": []}],
            [["producer", [1, 2], None], ["producer", [1, 3, 4], None]],
        ),
        "older than the recording": ([{"id": 5, "from": 2}], [["unknown", [5], 2]]),
        "an unfinished handler": (
            [{"id": 2, "from": 1}, {"id": 1, "state": "fulfilled", "end": 5}], [["handler", [2], None]],
        ),
        "a cycle": (
            [{"id": 1, "waits": [2]}, {"id": 2, "waits": [3]}, {"id": 3, "waits": [2]}], [["cycle", [1, 2, 3], None]],
        ),
        "itself": ([{"id": 1, "waits": [1]}], [["cycle", [1], None]]),
        "a cycle and a producer": ([{"id": 1, "waits": [1, 2]}, {"id": 2}], [["producer", [1, 2], None]]),
        "past a merged promise": (
            [{"id": 1, "waits": [2]}, {"id": 2, "state": "merged", "waits": [3]}, {"id": 3}], [["producer", [1, 3], None]],
        ),
    }

    def test_the_end_of_every_path_is_a_reason(self):
        for name, (promises, reasons) in self.REASONS.items():
            records = [{"chain": promise["id"], "start": 0, "state": "pending"} | promise for promise in promises]
            with self.subTest(name):
                found = self.run_js(
                    """const trace = new Trace({version: 1, end: 10, promises: arguments[0]});
                    return whyWaiting(trace, trace.promises[0]).map(({kind, path, id}) =>
                      [kind, path.map((step) => step.id), id ?? null])""",
                    records,
                )
                self.assertEqual(sorted(found), reasons)

    # Keys

    def test_arrows_walk_through_lanes_and_stages(self):
        first = self.focus_row()
        self.press(Keys.ARROW_DOWN)
        self.assertNotEqual(self.focused(), first)
        self.press(Keys.ARROW_UP, Keys.ARROW_RIGHT)
        self.assertIn("stages shown", self.focused())
        self.press(Keys.ARROW_DOWN)
        self.assertIn("promise 1, retry", self.focused())
        self.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
        self.assertEqual(self.focused(), first)
        self.press(Keys.END)
        self.assertEqual(self.run_js("return page.rows.chosen"), self.run_js("return page.view.rows.length - 1"))
        self.assertTrue(self.focused())
        self.press(Keys.HOME)
        self.assertEqual(self.focused(), first)

    def test_enter_opens_the_details_and_escape_goes_back_to_the_row(self):
        row = self.focus_row()
        self.press(Keys.ENTER)
        self.assertTrue(self.one("#details").is_displayed())
        self.assertEqual(self.run_js("return document.activeElement.tagName"), "H2")
        self.press(Keys.ESCAPE)
        self.assertFalse(self.one("#details").is_displayed())
        self.assertEqual(self.focused(), row)

    def test_keys_search_help_zoom_pan_and_fit(self):
        self.focus_row()
        whole = self.time()
        self.press("+", "+")
        zoomed = self.time()
        self.assertAlmostEqual((whole[1] - whole[0]) / (zoomed[1] - zoomed[0]), 2.25, places=3)
        self.press(Keys.SHIFT + Keys.ARROW_RIGHT)
        self.assertGreater(self.time()[0], zoomed[0])
        self.press("-", "0")
        self.assertEqual(self.time(), whole)
        self.press("f")
        self.assertLess(self.time()[1], whole[1])
        self.press("/")
        self.press("+?0")
        self.assertEqual(self.one("#search").get_attribute("value"), "+?0")
        self.press(Keys.ESCAPE)
        self.assertEqual(self.one("#search").get_attribute("value"), "")

    def test_the_help_opens_and_closes(self):
        self.focus_row()
        self.press("?")
        self.assertIn("How to read this page", self.one("#help").text)
        self.press(Keys.ESCAPE)
        self.assertFalse(self.one("#help").is_displayed())

    def test_the_focus_is_kept_when_its_row_is_scrolled_away_and_tab_leaves_the_list(self):
        row = self.focus_row()
        self.run_js("page.rows.scroller.scrollTop = 2000")
        self.settle()
        self.assertEqual(self.focused(), row)
        self.press(Keys.TAB)
        self.assertFalse(self.run_js("return document.activeElement.matches('.row')"))
