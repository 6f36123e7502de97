"""Tests hostile data, ten thousand promises, dark mode, small screens, and screen readers."""
import traces
from browser import Keys, PageTest

CONTRASTS = """
const pixel = Object.assign(document.createElement('canvas'), {width: 1, height: 1}).getContext('2d', {willReadFrequently: true});
const channels = (colors) => {
  pixel.clearRect(0, 0, 1, 1);
  for (const color of colors) { pixel.fillStyle = color; pixel.fillRect(0, 0, 1, 1); }
  return [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3);
};
const luminance = (colors) => {
  const [red, green, blue] = channels(colors).map((value) => value / 255)
    .map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (ground, text) => {
  const [light, dark] = [luminance(ground), luminance([...ground, text])].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};
const grounds = (element) => element ? [...grounds(element.parentElement), getComputedStyle(element).backgroundColor] : [];
const found = [...document.querySelectorAll('body *')]
  .filter((element) => element.checkVisibility() && element.closest('script, style, svg, .unseen') === null)
  .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((element) => [element.textContent.trim().slice(0, 40), contrast(grounds(element), getComputedStyle(element).color)]);
const {colors} = page.painter;
for (const outcome of Object.keys(OUTCOMES)) {
  found.push([outcome, contrast([colors[outcome]], colors[outcome === 'pending' ? 'on-pending' : 'on-bar'])]);
}
return found;
"""


class Hostile(PageTest):
    def test_names_and_all_details_are_only_text(self):
        self.show("empty")
        scripts = len(self.all("script"))
        self.show("hostile")
        self.assertEqual(" ".join(self.one("h1").text.split()), " ".join(traces.HOSTILE.split()))
        self.run_js("for (const promise of page.trace.promises) { page.jump(promise); page.jump(promise.chain); }")
        self.run_js("page.jump(page.trace.promises[0])")
        self.assertEqual(self.one("#details pre").get_attribute("textContent"), traces.HOSTILE * 100)
        self.assertEqual((self.all("img"), len(self.all("script"))), ([], scripts))
        self.search("<img")
        self.assertGreater(len(self.names()), 0)

    def test_references_that_lead_nowhere_do_no_harm(self):
        self.show("hostile")
        self.assertFalse(self.one("#trouble").is_displayed())
        self.assertEqual(self.run_js("return page.trace.promises.length"), len(traces.hostile()["promises"]))
        self.assertIn("#999, from before recording", self.jump("promise.id === 2"))
        for promise in (3, 6):
            self.assertIn("It waits for itself", self.jump(f"promise.id === {promise}"))

    def test_an_empty_trace_says_so(self):
        self.show("empty")
        self.assertEqual(self.one("#empty").text, "Nothing was recorded.")
        self.one("#stages").click()
        self.one("body").send_keys("+", "f", Keys.ENTER, Keys.ARROW_DOWN)

    def test_one_promise_is_shown(self):
        self.show("one")
        self.assertEqual(self.names(), ["chain 1, Promise at One.swift:1, fulfilled after 417 ns, 1 stage"])
        self.assertEqual(self.run_js("return page.painter.drawn"), 1)

    def test_data_that_cannot_be_read_are_named(self):
        self.show("unreadable")
        self.assertIn("version 2", self.one("#trouble").text)


class Many(PageTest):
    # The largest number of promises that one redraw looks at, at different places of the list.
    LOOKED_AT = """
    const seen = new Set();
    for (const promise of page.trace.promises) {
      const {state} = promise;
      Object.defineProperty(promise, 'state', {get: () => { seen.add(promise); return state; }});
    }
    const counts = [];
    for (let turn = 0; turn < 41; turn += 1) {
      page.rows.scroller.scrollTop = turn * 300;
      seen.clear();
      page.redraw();
      counts.push(seen.size);
    }
    return Math.max(...counts);
    """
    def test_a_redraw_of_a_hundred_thousand_promises_looks_at_few(self):
        self.show("many")
        self.assertGreater(self.run_js("return page.trace.promises.length"), 99_999)
        looked_at = self.run_js(self.LOOKED_AT)
        self.assertGreater(looked_at, 10)
        self.assertLess(looked_at, 1_000)
        self.assertTrue(self.run_js("const {rows} = page.view; page.redraw(); return rows === page.view.rows"))
        self.run_js("page.openAll(true); page.time.fit(); page.redraw()")
        rows = self.run_js("return page.rows.height / ROW")
        self.assertLess(len(self.all(".row")), rows + 4)
        self.assertLess(self.run_js("return document.querySelectorAll('*').length"), 1_000)
        self.assertLess(self.run_js(self.LOOKED_AT), 1_000)
        self.assertLess(self.run_js("return page.painter.drawn"), 1_000)

    def test_chains_of_twenty_thousand_do_not_exhaust_the_stack(self):
        self.show("deep")
        self.assertFalse(self.one("#trouble").is_displayed())
        self.assertLess(self.run_js("page.redraw(); return page.painter.drawn"), 2_000)
        self.run_js("page.jump(page.trace.promises.at(-2))")
        self.assertIn("It is pending, waiting for its producer", self.one("#details").text)
        self.assertIn("19,990 promises between", self.jump("promise.id === 20001"))

    def test_only_shown_chains_compute_their_reasons(self):
        self.show("deep")
        self.run_js("let asked = 0; const answer = whyWaiting; whyWaiting = (...all) => { asked += 1; return answer(...all); };"
                    "find('highlights').replaceChildren(); page.summary.highlights(); window.asked = asked")
        self.assertGreater(len(self.all("#highlights li")), 3)
        self.assertEqual(self.run_js("return window.asked"), 4)


class Looks(PageTest):
    def test_text_is_readable_in_light_and_in_dark(self):
        for dark in (False, True):
            self.show("users", dark=dark)
            self.run_js("page.openAll(true); page.jump(page.trace.promises.find((promise) => promise.error))")
            self.settle()
            for text, contrast in self.run_js(CONTRASTS):
                with self.subTest(text, dark=dark):
                    self.assertGreaterEqual(contrast, 4.5)

    def emulate(self, feature, value):
        """Sets a preference of the reader, and returns the background, and the color of fulfilled promises."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": feature, "value": value}]})
        self.settle()
        return self.run_js("return [getComputedStyle(document.body).backgroundColor, page.painter.colors.fulfilled]")

    def test_the_open_page_follows_dark_mode_and_forced_colors(self):
        self.show("users")
        light, dark = self.emulate("prefers-color-scheme", "light"), self.emulate("prefers-color-scheme", "dark")
        self.assertTrue(light[0] != dark[0] and light[1] != dark[1], dark)
        self.assertEqual(self.emulate("forced-colors", "active")[1], "CanvasText")

    def test_a_phone_shows_all_without_scrolling_sideways(self):
        self.show("users", width=390, height=844)
        self.assertGreater(self.run_js("return page.time.width"), 150)
        for script in ("", "page.showDetails();"):
            self.assertLessEqual(self.run_js(f"{script} return document.documentElement.scrollWidth"), 390)

    def test_paper_has_all_rows(self):
        self.show("users")
        self.run_js("page.print(true)")
        rows = self.run_js("return page.view.rows.length")
        self.assertEqual(len(self.all(".row")), rows)
        self.run_js("page.print(false)")
        self.assertLess(len(self.all(".row")), rows)


class Heard(PageTest):
    """Tests what a screen reader reads."""

    def tree(self):
        nodes = self.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]]

    def test_lanes_have_names_that_say_how_they_ended(self):
        self.show("users")
        rows = [name for role, name in self.tree() if role == "row"]
        self.assertGreater(len(rows), 10)
        self.assertRegex(rows[0], r"^chain 1, retry at Loader\.swift:\d+, fulfilled after [\d.]+ m?s, 5 stages$")
        self.search("Transport TimeoutError")
        rows = [name for role, name in self.tree() if role == "row"]
        self.assertTrue(any("rejected after 2 s: TimeoutError: no answer within 2 s, 3 stages" in row for row in rows))

    def test_the_page_has_landmarks_headings_and_names(self):
        self.show("users")
        tree = self.tree()
        roles = [role for role, _ in tree]
        for role in ("banner", "main", "toolbar", "treegrid", "searchbox", "status"):
            self.assertIn(role, roles)
        self.assertIn(("heading", "userloader"), tree)
        for role, name in tree:
            if role in ("button", "radio", "searchbox", "treegrid", "row"):
                self.assertTrue(name, role)
        self.assertNotIn("Canvas", roles)

    def test_changes_are_announced(self):
        self.show("users")
        self.search("lock.swift acquire")
        self.assertEqual(self.one("#said").get_attribute("textContent"), "1 chain shown")
