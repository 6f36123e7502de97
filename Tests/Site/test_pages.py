"""Tests what each kind of page shows, on a phone, on a tablet, and on a desktop."""
import json

from browsing import BASE, By, DESK, PHONE, SITE, SiteTest, TABLET, data

LANDING = "documentation"
SYMBOL = "documentation/pledge/future/map(_:)"
ARTICLE = "documentation/pledge/gettingstarted"
TUTORIAL = "tutorials/pledge-tutorials"
GROUPS = ("Getting Started", "Articles", "Tutorial", "Guides", "Migration", "Reference")


def lesson():
    """Returns the address of the first lesson of the tutorial."""
    folder = SITE / BASE / "data"
    pages = sorted((folder / "tutorials").rglob("*.json"))
    first = next(file for file in pages if json.loads(file.read_text())["kind"] == "project")
    return first.relative_to(folder).with_suffix("").as_posix()


class Pages:
    def look(self, name, address):
        """Opens and checks a page, saves a screenshot, and returns its text."""
        self.show(address)
        self.wait_for("h1", data(address).get("metadata", {}).get("title", ""))
        self.assertRegex(self.driver.title, r".+ \| Documentation$")
        self.keep(name)
        self.fits()
        return self.driver.find_element(By.CSS_SELECTOR, "#app").text

    def test_the_landing_page_shows_the_readme_and_every_page_in_reading_order(self):
        text = self.look("landing", LANDING)
        self.assertIn("Futures and promises for Swift 6", text)
        topics = text[text.rindex("\nTopics\n"):]
        places = [topics.find(f"\n{title}\n") for title in GROUPS]
        self.assertNotIn(-1, places)
        self.assertEqual(places, sorted(places))
        for name in ("Installation", "Build a user loader", "Pledge", "PledgeTesting", "PledgeWhen"):
            self.assertIn(f"\n{name}\n", topics)

    def test_the_sidebar_of_every_page_has_every_group(self):
        for address in (SYMBOL, ARTICLE, "documentation/guides/resilience"):
            self.show(address)
            [tree] = self.fetch("index/index.json")["interfaceLanguages"]["swift"]
            groups = [node["title"] for node in tree["children"] if node["type"] == "groupMarker"]
            self.assertEqual([title for title in groups if title in GROUPS], list(GROUPS))
            if self.screen == DESK:
                current = self.wait_for(".navigator-card-item.active")
                self.assertIn(data(address)["metadata"]["title"], current.text)

    def test_the_page_of_a_product_has_its_sample_and_its_groups(self):
        text = self.look("product", "documentation/pledge")
        for part in ("retry(max: 3)", "Making promises", "class Future"):
            self.assertIn(part, text)

    def test_a_symbol_has_its_declaration_and_what_is_said_of_it(self):
        text = self.look("symbol", SYMBOL)
        for part in ("map<U>", "Returns a promise for the result", "Parameters", "Return Value"):
            self.assertIn(part, text)

    def test_the_clause_of_a_summary_is_a_callout(self):
        text = self.look("callout", "documentation/pledge/resolver/settle(with:)")
        self.assertIn("Specification\nclause 2.3.2", text)
        self.assertNotIn("(spec ", text)
        self.follow("clause 2.3.2", "Specification")
        self.assertTrue(self.driver.current_url.endswith("#23-Once"))

    def test_the_page_of_a_symbol_starts_with_its_purpose(self):
        text = self.look("resolver", "documentation/pledge/resolver")
        self.assertLess(text.index("waits for a callback"), text.index("let user = Promise"))
        self.assertLess(text.index("let user = Promise"), text.index("Mentioned in"))

    def test_code_is_colored_everywhere(self):
        for address in (ARTICLE, "documentation/pledge/resolver", "documentation/guides/resilience", LANDING):
            self.show(address)
            self.wait_for("pre code .syntax-keyword")

    def test_a_table_is_stacked_on_a_phone(self):
        self.look("table", "documentation/guides/operators")
        row = self.wait_for("main table tbody tr")
        self.scroll_to(row)
        self.keep("table")
        places = {cell.location["x"] for cell in row.find_elements(By.TAG_NAME, "td")}
        self.assertEqual(len(places) == 1, self.screen == PHONE)

    def test_an_article_is_shown(self):
        self.assertGreater(len(self.look("article", ARTICLE)), 1000)

    def test_the_tutorial_leads_to_its_first_lesson(self):
        self.look("tutorial", TUTORIAL)
        self.wait_for("a", "Get started")

    def test_a_lesson_has_steps_and_code(self):
        self.look("lesson", lesson())
        self.wait_for(".step")
        self.assertTrue(self.driver.find_elements(By.CSS_SELECTOR, ".code-line"))

    def test_a_guide_has_text_and_tables(self):
        for name in ("features", "benchmarks-results", "contributing", "specification"):
            self.assertGreater(len(self.look(name, f"documentation/guides/{name}")), 1000)
        self.show("documentation/guides/features")
        self.assertTrue(self.driver.find_elements(By.CSS_SELECTOR, "main table td"))

    def test_an_image_of_a_guide_is_there(self):
        self.look("readme", LANDING)
        self.scroll_to(self.driver.find_element(By.CSS_SELECTOR, "main img"))
        self.wait_for("main img")
        self.keep("readme-image")
        self.fits()

    # Links between pages

    def test_from_the_root_by_way_of_the_library_to_a_symbol(self):
        self.show("")
        self.wait_for("h1", "Pledge")
        self.assertTrue(self.driver.current_url.endswith("/documentation/"))
        self.follow("Pledge", "Pledge")
        self.wait_for("main", "Making promises")
        self.follow("class Future", "Future")
        self.follow("func flatMap", "flatMap(_:)")
        self.wait_for("main", "Return Value")

    def test_from_one_product_to_a_symbol_of_another(self):
        self.show("documentation/pledgetesting/pledge/future/wait(timeout:)")
        self.follow("TimeoutError", "TimeoutError")

    def test_from_a_guide_to_a_section_of_another(self):
        self.show("documentation/guides/diagnostics")
        self.follow("complete rules", "Specification")
        self.assertTrue(self.driver.current_url.endswith("#8-Unhandled-rejections"))


class OnAPhone(Pages, SiteTest):
    screen = PHONE


class OnATablet(Pages, SiteTest):
    screen = TABLET


class OnADesk(Pages, SiteTest):
    screen = DESK
