"""Shows the site in a headless Chromium, from a local server."""
import functools
import http.server
import json
import pathlib
import sys
import threading
import unittest

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

TESTS = pathlib.Path(__file__).resolve().parent.parent
ROOT = TESTS.parent
sys.path.insert(0, str(TESTS / "Browser"))
import chromium

SITE = ROOT / ".build/site"
BASE = "pledge"
# A phone, a tablet, and a desktop.
SIZES = ((375, 812), (768, 1024), (1440, 900))
# Ends transitions, during which text is faint or outside its box.
STILL = """
  const style = document.createElement('style')
  style.textContent = '*, *::before, *::after { transition: none !important; animation: none !important }'
  document.head.append(style)"""
TOO_WIDE = """
  const width = document.documentElement.clientWidth;
  const scrolls = (element) => element && (
    /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  return [...document.querySelectorAll('#app *')]
    .filter((element) => element.getBoundingClientRect().right > width + 1)
    .filter((element) => element.checkVisibility() && !scrolls(element.parentElement))
    .map((element) => `${element.tagName}.${element.className}: ${element.textContent.trim().slice(0, 60)}`)
    .slice(0, 5)"""


def data(address):
    """Returns the data from which the page at `address` is rendered."""
    return json.loads((SITE / BASE / "data" / f"{address}.json").read_text())


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Prints nothing."""


class SiteTest(unittest.TestCase):
    """A test on a screen of size `screen` that fails on console messages and requests to other servers."""

    @classmethod
    def setUpClass(cls):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=SITE))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        cls.root = f"http://127.0.0.1:{server.server_port}/"
        cls.driver = chromium.start()
        cls.addClassCleanup(cls.driver.quit)

    def tearDown(self):
        complaints, requests = chromium.complaints(self.driver), list(chromium.requests(self.driver))
        self.assertEqual(complaints, [])
        own = (self.root, "data:", "blob:")
        self.assertEqual([address for address in requests if not address.startswith(own)], [])

    def show(self, address):
        """Opens a page. A page that is missing fails now, instead of after the time limit of a wait."""
        self.assertTrue((SITE / BASE / address / "index.html").exists(), f"the site has no page {address}")
        chromium.resize(self.driver, *self.screen)
        self.driver.get(f"{self.root}{BASE}/{address}")
        self.wait_for("#app h1")
        self.driver.execute_script(STILL)

    def wait_for(self, selector, text=""):
        """Waits for a displayed element that contains `text`, and returns it."""
        def shown(driver):
            elements = driver.find_elements(By.CSS_SELECTOR, selector)
            return next((one for one in elements if one.is_displayed() and text in one.text), None)

        # An element that is replaced during its inspection is searched for again.
        wait = WebDriverWait(self.driver, chromium.LIMIT, ignored_exceptions=[StaleElementReferenceException])
        return wait.until(shown, f"no {selector} with '{text}' at {self.driver.current_url}")

    def fits(self):
        """Expects that the page does not scroll sideways; otherwise reports the elements that are too wide."""
        wide = self.driver.execute_script(TOO_WIDE)
        self.assertEqual(wide, [], self.driver.current_url)
        width = self.driver.execute_script(
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        self.assertEqual(width, 0, f"{self.driver.current_url} is too wide by this many pixels")


__all__ = ["BASE", "ROOT", "SITE", "SIZES", "SiteTest", "chromium", "data"]
