"""Tests that nothing is clipped, lost, dead, or inaccessible on the site, with every size of screen."""
import inspection
import sources
from browsing import BASE, SITE, SIZES, SiteTest, chromium

# Symbols have too many pages for a browser; every fiftieth one has each kind of content.
STEP = 50


def symbols():
    """Returns the addresses of the products, and of some of their symbols."""
    folder = SITE / BASE / "data"
    addresses = [file.relative_to(folder).with_suffix("").as_posix()
                 for file in sorted(folder.glob("documentation/*/**/*.json")) if "/guides/" not in file.as_posix()]
    written = sources.pages()
    return [address for address in addresses if address not in written][::STEP]


def tutorials():
    folder = SITE / BASE / "data"
    return [file.relative_to(folder).with_suffix("").as_posix() for file in sorted(folder.glob("tutorials/**/*.json"))]


class EveryPage(SiteTest):
    screen = SIZES[0]

    def inspect(self, address, words):
        """Expects that a page is complete and accessible on every screen."""
        self.show(address)
        for self.screen in SIZES:
            with self.subTest(address, width=self.screen[0]):
                chromium.resize(self.driver, *self.screen)
                chromium.settle(self.driver)
                self.fits()
                self.assertEqual(inspection.clipped(self.driver), [])
                self.assertEqual(inspection.lost_words(self.driver, words), {})
                self.assertEqual(inspection.dead_links(self.driver, SITE, BASE), [])
                self.assertEqual(inspection.violations(self.driver), [])

    def test_pages_written_in_markdown(self):
        for address, name in sources.pages().items():
            self.inspect(address, sources.words(name))

    def test_pages_of_symbols(self):
        for address in symbols():
            self.inspect(address, sources.shown_words(address))

    def test_tutorials(self):
        for address in tutorials():
            self.inspect(address, [])


class Inspection(SiteTest):
    """The faults that the tests above must detect, planted in a page."""

    screen = SIZES[0]

    def setUp(self):
        self.show("documentation/guides/glossary")

    def plant(self, html):
        chromium.settle(self.driver)
        script = "document.querySelector('main').insertAdjacentHTML('beforeend', arguments[0])"
        self.driver.execute_script(script, html)

    def test_clipped_text_is_found(self):
        self.assertEqual(inspection.clipped(self.driver), [])
        for style in ("overflow: hidden; width: 20px; white-space: nowrap", "overflow: hidden; height: 9px",
                      "overflow: auto; width: 20px; white-space: nowrap", "position: absolute; left: 360px; width: 99px"):
            with self.subTest(style):
                self.plant(f'<p id="planted" style="{style}">some longer text</p>')
                self.assertIn("P.: some longer text", inspection.clipped(self.driver))
                self.driver.execute_script("document.querySelector('#planted').remove()")

    def test_lost_words_are_found(self):
        words = sources.words("Documentation/Glossary.md")
        self.assertEqual(inspection.lost_words(self.driver, [*words, "absent"]), {"absent": 1})
        self.driver.execute_script("document.querySelector('main h2').style.display = 'none'")
        self.assertNotEqual(inspection.lost_words(self.driver, words), {})

    def test_dead_links_are_found(self):
        self.assertEqual(inspection.dead_links(self.driver, SITE, BASE), [])
        self.plant('<a href="/pledge/documentation/gone">a</a> <a href="#gone">b</a> <a href="/x">c</a>')
        self.assertEqual(inspection.dead_links(self.driver, SITE, BASE), [
            "/pledge/documentation/gone", "/pledge/documentation/guides/glossary/#gone", "/x",
        ])

    def test_inaccessible_elements_are_found(self):
        self.assertEqual(inspection.violations(self.driver), [])
        self.plant('<p style="color: #bbb; background: #fff">faint</p> <a href="#x" tabindex="-1"></a>'
                   '<div style="overflow: auto; width: 50px"><p style="width: 999px">out of reach</p></div>')
        rules = {one.split(":")[0] for one in inspection.violations(self.driver)}
        self.assertLessEqual({"color-contrast", "link-name", "scrollable-region-focusable"}, rules)
