"""Tests the contents of the page, and searching, filtering, ordering, and zooming."""
import json

from browser import FOLDER, Keys, PageTest


def data(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


# One retry, whose first attempt failed.
RETRIED = """const trace = new Trace({version: 1, operators: ["retry", "request", "after"], sites: ["A", "B"], promises: [
    {id: 1, chain: 1, operator: 0, waits: [2, 3, 4], start: 0, end: 90, state: 'fulfilled'},
    {id: 2, chain: 2, operator: 1, start: 1, end: 20, state: 'rejected', error: 'E'},
    {id: 3, chain: 3, operator: 2, site: 1, start: 20, end: 30, state: 'fulfilled'},
    {id: 4, chain: 4, operator: 1, start: 30, end: 90, state: arguments[0]}]});
    const view = new View(trace); view.toggle(arguments[1]); return [...view.matching].map((chain) => chain.id)"""


class Reading(PageTest):
    def setUp(self):
        self.show("users")

    def test_the_heading_shows_the_counts_and_what_was_dropped(self):
        trace = data("users")
        chains = len({promise["chain"] for promise in trace["promises"]})
        self.assertEqual(self.one("h1").text, "userloader")
        self.assertIn(f"{len(trace['promises'])} promises in {chains} chains", self.one("#facts").text)
        self.assertIn("112 chains with 1,340 promises", self.one("#dropped").text)
        self.show("one")
        self.assertFalse(self.one("#dropped").is_displayed())

    def counts(self):
        texts = (text.replace("\n", " ").rsplit(" ", 1) for text in self.texts("#outcomes button"))
        return {name: int(number) for name, number in texts}

    def test_the_counts_per_outcome_add_up_to_all_chains(self):
        counts = self.counts()
        outcomes = ("rejected", "pending", "broken", "discarded", "fulfilled", "retried")
        chains = len({promise["chain"] for promise in data("users")["promises"]})
        self.assertEqual(sum(counts[name] for name in outcomes), chains)
        self.assertEqual((counts["broken"], counts["discarded"], counts["pending"]), (1, 1, 2))
        self.assertEqual((counts["error unhandled"], counts["settled again"], counts["recovered"]), (1, 1, 1))

    def test_retries_and_timeouts_are_counted_and_shown(self):
        promises, operators = data("users")["promises"], data("users")["operators"]
        late = {promise["chain"] for promise in promises
                if operators[promise["operator"]] == "timeout" and "TimeoutError" in promise.get("error", "")}
        counts = self.counts()
        self.assertEqual(counts["timed out"], len(late))
        self.click("[data-filter=late]")
        self.assertEqual(set(self.matching()), late)
        self.click("[data-filter=late]")
        self.click("[data-filter=retried]")
        more = self.run_js("return page.trace.chains.map((chain) => chain.attempts - 1).filter((more) => more > 0)")
        self.assertEqual((set(more), sum(more)), ({1, 2}, counts["retried"]))
        self.assertEqual(len(self.matching()), counts["retried"])
        self.assertIn("×3", " ".join(self.texts(".row .times")))
        self.assertTrue(any("3 attempts" in name for name in self.names()))

    def test_an_attempt_that_another_one_followed_counts_as_retried_and_not_as_failed(self):
        for last, failed in {"fulfilled": [], "rejected": [4]}.items():
            for name, wanted in {"rejected": failed, "failed": failed, "retried": [2]}.items():
                self.assertEqual(self.run_js(RETRIED, last, name), wanted, (last, name))
        listed = self.run_js("return page.summary.failed().filter(({ chain }) => chain.isRetried).length")
        self.assertEqual(listed, 0)

    def test_the_pieces_of_a_bar_are_cut_where_stages_were_settled(self):
        pieces = self.run_js(
            """return new Trace({version: 1, end: 100, promises: [
              {id: 1, chain: 1, start: 0, end: 50, state: 'fulfilled'},
              {id: 2, chain: 1, from: 1, start: 1, end: 60, state: 'fulfilled'},
              {id: 3, chain: 1, from: 2, start: 2, state: 'pending'}]})
              .chains[0].pieces.map((piece) => [piece.promise.id, piece.from, piece.to])"""
        )
        self.assertEqual(pieces, [[1, 0, 50], [2, 50, 60], [3, 60, 100]])

    def test_chains_that_are_waited_for_lie_beneath_the_waiting_one(self):
        names = self.names()
        outer = next(index for index, name in enumerate(names) if "Loader.swift" in name)
        number = names[outer].split(",")[0]
        self.assertIn(f"inside {number}", names[outer + 1])
        levels = self.run_js("return [...document.querySelectorAll('.row')].map((row) => row.ariaLevel)")
        self.assertIn("2", levels)

    def test_a_search_requires_all_terms_and_marks_them(self):
        self.search("lock.swift acquire")
        self.assertEqual(len(self.names()), 2)
        self.assertIn("Lock.swift:42", self.names()[1])
        self.assertIn("1 of", self.one("#shown").text)
        self.assertEqual([text.lower() for text in self.texts(".row mark")], ["lock.swift"])

    def test_a_lane_has_the_label_of_its_first_labeled_promise_and_a_stage_its_own(self):
        self.search("her name")
        self.assertEqual(self.texts(".row .tag"), ["Ada"])
        self.assertIn(", Ada, Promise at Profile.swift:5, ", self.names()[0])
        self.one(".row .opener").click()
        self.settle()
        self.assertEqual(self.texts(".row .tag"), ["Ada", "Ada", "her name"])
        self.assertEqual(self.texts(".row.stage .tag mark"), ["her", "name"])
        self.assertIn("her name, map, ", self.names()[2])

    def test_a_search_looks_into_errors_contexts_and_ids(self):
        contexts = data("users")["contexts"]
        for text in ("keyNotFound", "com.example.sync", "#1"):
            with self.subTest(text):
                self.search(text)
                wanted = {
                    promise["chain"] for promise in data("users")["promises"]
                    if text in promise.get("error", "") or text == f"#{promise['id']}"
                    or "context" in promise and text == contexts[promise["context"]]
                }
                self.assertTrue(wanted)
                self.assertEqual(set(self.matching()), wanted)

    def test_a_search_without_results_says_so(self):
        self.search("no such thing")
        self.assertTrue(self.one("#empty").is_displayed())
        self.assertFalse(self.one("#axis").is_displayed())
        self.assertFalse(self.one("#bars").is_displayed())
        self.press(Keys.ESCAPE)
        self.assertFalse(self.one("#empty").is_displayed())
        self.assertTrue(self.one("#axis").is_displayed())
        self.assertGreater(len(self.names()), 10)

    def test_a_filter_shows_one_outcome_within_what_waits_for_it(self):
        button = self.one("[data-filter=rejected]")
        total = int(button.text.split()[-1])
        self.click("[data-filter=rejected]")
        self.assertEqual(button.get_attribute("aria-pressed"), "true")
        self.assertEqual(self.matching("outcome"), ["rejected"] * total)
        self.assertIn(f"{total} of", self.one("#shown").text)
        others = self.run_js("return page.view.rows.map((row) => row.chain).filter((chain) => "
                             "!page.view.matching.has(chain) && !chain.inner.some((inner) => page.view.shown.has(inner)))")
        self.assertEqual(others, [])
        button.click()
        self.assertEqual(self.one("#shown").text, "")

    def test_lanes_are_ordered_by_time_by_duration_and_failed_first(self):
        ranks = ["rejected", "overdrawn", "pending", "broken", "discarded", "fulfilled", "merged"]
        for order, property, key in (
            ("time", "start", None), ("slowest", "duration", lambda it: -it), ("failed", "outcome", ranks.index),
        ):
            self.run_js(f"document.querySelector('[value={order}]').click()")
            found = self.run_js(f"return page.view.rows.filter((row) => row.depth === 0).map((row) => row.chain.{property})")
            self.assertEqual(found, sorted(found, key=key))
        self.assertEqual(found[0], "rejected")

    def test_lanes_beneath_others_are_ordered_as_all_are_and_inner_failures_count(self):
        for order, wanted in {"time": [1, 2, 5, 3, 4], "slowest": [2, 3, 5, 4, 1], "failed": [2, 4, 5, 3, 1]}.items():
            ids = self.run_js("""const view = new View(new Trace({version: 1, promises: [
                {id: 1, chain: 1, start: 0, end: 80, state: 'fulfilled'},
                {id: 2, chain: 2, waits: [3, 4, 5], start: 1, end: 90, state: 'fulfilled'},
                {id: 5, chain: 5, start: 2, end: 20, state: 'fulfilled'},
                {id: 3, chain: 3, start: 3, end: 80, state: 'fulfilled'},
                {id: 4, chain: 4, start: 4, end: 9, state: 'rejected'}]}));
                view.arrange(arguments[0]); return view.rows.map((row) => row.chain.id)""", order)
            self.assertEqual(ids, wanted)

    def test_the_slowest_of_each_kind_is_one_click_away(self):
        self.assertEqual(self.texts("#highlights h3"), ["Failed", "Slowest of each kind", "Waiting longest"])
        longest = self.run_js("return Math.max(...page.trace.chains.filter((chain) => !chain.isPending)"
                              ".map((chain) => chain.duration))")
        buttons = self.all("#highlights section:nth-child(2) li button")
        self.assertEqual(len({tuple(button.text.split("\n")[:2]) for button in buttons}), len(buttons))
        self.assertIn("slowest of", buttons[0].text)
        buttons[0].click()
        self.assertEqual(self.run_js("return page.details.item.duration"), longest)

    def test_the_failed_are_a_key_away_the_worst_first_each_with_its_error(self):
        failed = self.all("#highlights section:nth-child(1) li button")
        self.assertIn("Images.swift:64", failed[0].text)
        self.assertIn("unhandled rejection: broken promise: made at", failed[0].text)
        self.run_js("document.querySelector('#highlights section:nth-child(1) li:nth-child(2) button').focus()")
        self.press(Keys.ENTER)
        self.assertEqual(self.run_js("return page.details.item.outcome"), "rejected")
        error = self.one("#details pre").text.split("\n")[0]
        self.assertIn(error, failed[1].text)
        self.assertIn("chosen", self.run_js("return page.rows.element().className"))

    def test_all_failed_chains_are_shown_with_inner_failures_beneath(self):
        button = self.one("#highlights [data-filter=failed]")
        listed = int(button.text.split()[-1])
        button.click()
        self.assertTrue(all(self.matching("failure?.id")))
        self.assertEqual(self.matching("outer?.failure?.id").count(None), listed)
        self.assertEqual(button.get_attribute("aria-pressed"), "true")

    def test_a_recovered_chain_shows_its_error_and_has_not_failed(self):
        self.click("[data-filter=recovered]")
        self.assertEqual(self.matching("outcome"), ["fulfilled"])
        self.assertIn("recovered: CacheError: stale", self.names()[0])
        self.run_js("page.showDetails()")
        self.assertIn("Recovered from", self.texts("#details h3"))

    def test_the_wheel_with_control_zooms_and_keeps_the_time_under_it(self):
        self.run_js("page.zoom(0.5); page.redraw()")
        before = self.time()
        x, y = self.run_js("return [page.left + page.time.width * 0.75, field.getBoundingClientRect().top + 50]")
        at = self.run_js("return page.time.time(arguments[0] - page.left)", x)
        self.run_js("document.getElementById('field').dispatchEvent(new WheelEvent('wheel', "
                    "{deltaY: -60, ctrlKey: true, clientX: arguments[0], clientY: arguments[1], bubbles: true, cancelable: true}))", x, y)
        self.settle()
        after = self.time()
        self.assertLess(after[1] - after[0], 0.8 * (before[1] - before[0]))
        self.assertAlmostEqual(self.run_js("return page.time.x(arguments[0]) + page.left", at), x, delta=0.5)

    def test_buttons_zoom_and_fit_and_dragging_pans_and_opens_nothing(self):
        whole = self.time()
        self.click("#in")
        first, last = before = self.time()
        self.assertAlmostEqual((last - first) * 1.5, whole[1] - whole[0], delta=1)
        self.mouse().move_to_element(self.one("#field")).click_and_hold().move_by_offset(-120, 0).release().perform()
        self.settle()
        shift = self.run_js("return 120 * page.time.span / page.time.width")
        self.assertAlmostEqual(self.time()[0] - before[0], shift, delta=shift / 100)
        self.assertFalse(self.one("#details").is_displayed())
        self.click("#fit")
        self.assertEqual(self.time(), whole)

    def test_the_strip_on_top_moves_to_where_it_is_clicked(self):
        for _ in range(4):
            self.one("#in").click()
        strip = self.one("#overview")
        self.mouse().move_to_element_with_offset(strip, int(strip.size["width"] * 0.25), 0).click().perform()
        self.settle()
        first, last = self.time()
        middle = self.run_js("return page.overview.timeAt(page.overview.width * 0.75)")
        self.assertAlmostEqual((first + last) / 2, middle, delta=(last - first) / 50)

    def test_the_axis_has_round_times_in_a_unit_that_fits(self):
        second = 1_000_000_000
        for (first, last), wanted in {
            (0, 500): "100 ns", (0, 4_000): "1 µs", (0, 2_000_000): "0.5 ms", (0, 10 * second): "2 s",
            (0, 600 * second): "2 min 0 s", (5 * second, 5 * second + 6_000_000): "5.001 s",
        }.items():
            labels = self.run_js("const {times, label} = ticks(arguments[0], arguments[1], 600); return times.map(label)", first, last)
            self.assertIn(wanted, labels)

    def test_durations_have_three_significant_digits(self):
        for nanoseconds, text in {
            0: "0 ns", 417: "417 ns", 12_345: "12.3 µs", 999_999: "1 ms", 1_240_000_000: "1.24 s",
            192_000_000_000: "3 min 12 s", 7_500_000_000_000: "2 h 5 min",
        }.items():
            self.assertEqual(self.run_js("return duration(arguments[0])", nanoseconds), text)

    def test_pointing_at_a_piece_names_the_stage(self):
        x, y = self.place_of(1)
        self.run_js("document.getElementById('rows').firstChild.dispatchEvent(new PointerEvent('pointermove', "
                    "{clientX: arguments[0], clientY: arguments[1], bubbles: true}))", x, y)
        self.assertIn("retry #1", self.one("#tip").text)
        self.assertIn("Loader.swift", self.one("#tip").text)
