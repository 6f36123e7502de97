"""Tests what each kind of page shows, on a phone and on a desktop."""
import json

from browsing import BASE, By, SITE, SiteTest, data

LANDING = "documentation"
SYMBOL = "documentation/pledge/future/map(_:)"
ARTICLE = "documentation/pledge/gettingstarted"
TUTORIAL = "tutorials/pledge-tutorials"


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

    def test_the_landing_page_shows_every_product(self):
        text = self.look("landing", LANDING)
        for name in ("Guides", "Pledge", "PledgeTesting", "PledgeNIO", "PledgeWhen"):
            self.assertIn(f"\n{name}\n", text)

    def test_the_page_of_a_product_has_its_sample_and_its_groups(self):
        text = self.look("product", "documentation/pledge")
        for part in ("retry(max: 3)", "Making promises", "class Future"):
            self.assertIn(part, text)

    def test_a_symbol_has_its_declaration_and_what_is_said_of_it(self):
        text = self.look("symbol", SYMBOL)
        for part in ("map<U>", "Returns a promise for the result", "Parameters", "Return Value"):
            self.assertIn(part, text)

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
        self.look("readme", "documentation/guides/readme")
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
    screen = (390, 844)


class OnADesk(Pages, SiteTest):
    screen = (1440, 900)
