"""A headless Chromium that shows the pages, with queries for the tests."""
import pathlib
import sys
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "Browser"))
import chromium

FOLDER = TESTS.parent / ".build" / "timeline"


class PageTest(unittest.TestCase):
    """A test of one page. It fails if the page logs an error or fetches anything."""

    @classmethod
    def setUpClass(cls):
        cls.driver = chromium.start()

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()

    def show(self, name, width=1280, height=860, dark=False):
        chromium.resize(self.driver, width, height, dark)
        self.driver.get((FOLDER / f"{name}.html").as_uri())
        self.settle()

    def tearDown(self):
        self.assertEqual(chromium.complaints(self.driver), [])
        requests = chromium.requests(self.driver)
        fetched = [address for address in requests if not address.startswith(("file:", "data:"))]
        self.assertEqual(fetched, [])

    def settle(self):
        chromium.settle(self.driver)

    def run_js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def texts(self, selector):
        return [element.text for element in self.all(selector)]

    def press(self, *keys):
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)
        self.settle()

    def click(self, selector):
        self.one(selector).click()
        self.settle()

    def jump(self, condition):
        """Opens the first promise for which `condition`, in JavaScript, holds, and returns its details."""
        self.run_js(f"page.jump(page.trace.promises.find((promise) => {condition}))")
        self.settle()
        return self.one("#details").text

    def matching(self, property="id"):
        """Returns a property of each chain that matches the search and the filter."""
        return self.run_js(f"return [...page.view.matching].map((chain) => chain.{property})")

    def focus_row(self):
        """Focuses the selected row, and returns its name."""
        self.run_js("page.focusRow()")
        return self.focused()

    def focused(self):
        return self.run_js("return document.activeElement.getAttribute('aria-label') ?? ''")

    def names(self):
        """Returns the accessible names of the rows on the page, from the top."""
        return self.run_js(
            "return [...document.querySelectorAll('.row')]"
            ".sort((a, b) => a.ariaRowIndex - b.ariaRowIndex).map((row) => row.ariaLabel)"
        )

    def search(self, text):
        field = self.one("#search")
        field.clear()
        field.send_keys(text)
        self.settle()

    def time(self):
        return self.run_js("return [page.time.from, page.time.to]")

    def place_of(self, promise):
        """Returns the screen position of the bar of a promise, in the row of its chain."""
        return self.run_js(
            """const promise = page.trace.byID.get(arguments[0]);
            const piece = promise.chain.pieces.find((piece) => piece.promise === promise);
            const field = document.getElementById('field').getBoundingClientRect();
            const y = field.top + page.view.indexOf(promise) * ROW - page.rows.scroller.scrollTop;
            return [page.left + page.time.x((piece.from + piece.to) / 2), y + ROW / 2];""",
            promise,
        )

    def mouse(self):
        return ActionChains(self.driver, duration=0)


__all__ = ["By", "FOLDER", "Keys", "PageTest"]
