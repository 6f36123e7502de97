"""Finds what readers of a page that is open in a browser cannot see, follow, or read."""
import collections
import importlib.resources
import re
import urllib.parse

AXE = (importlib.resources.files("axe_core_python") / "axe.min.js").read_text()
# The levels of WCAG that laws require, which include contrast, focus, and keyboard access.
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
# Faults of DocC's web application: its sidebar keeps unused rows, which repeat identifiers and can have the
# focus, the button that shows hidden breadcrumbs has no name, a label of a tutorial's time is not read aloud,
# and the menu of a tutorial is a list with other elements.
KNOWN = re.compile(
    r"duplicate-id|aria-hidden-focus: \.vue-recycle-scroller|button-name: .*class=.toggle.>"
    r"|aria-allowed-attr: .*Estimated Time|list: \.nav-menu-items", re.S
)
RUN_AXE = """
  const done = arguments[1]
  axe.run(document, {runOnly: arguments[0], resultTypes: ['violations']}).then((results) => done(
    results.violations.flatMap(({id, nodes}) => nodes.map(({target, html}) => `${id}: ${target} ${html}`))
  ), (error) => done([`axe: ${error}`]))"""

# Text that lies outside the screen or outside a box that hides what does not fit. Tables and preformatted
# texts may scroll, so only what hides the whole of such a box hides them. The bar at the top, `.nav`, has
# menus that open on demand, and so does the sidebar of small screens.
CLIPPED = """
  const page = {left: 0, right: document.documentElement.clientWidth, top: -Infinity, bottom: Infinity}
  // The sidebar keeps unused rows far above the page.
  const UNUSED = 5000
  const boxes = new Map()
  const box = (element) => {
    if (!element || element.id === 'app') return page
    if (!boxes.has(element)) boxes.set(element, inner(element))
    return boxes.get(element)
  }
  const inner = (element) => {
    const outer = box(element.parentElement), own = element.getBoundingClientRect()
    const {overflowX, overflowY} = getComputedStyle(element)
    const mayScroll = element.matches('.table-wrapper, .code-listing[data-syntax=text] *, .scroller')
    const hidesX = overflowX !== 'visible' && !mayScroll, hidesY = /hidden|clip/.test(overflowY) && !mayScroll
    return {
      left: mayScroll ? -Infinity : hidesX ? Math.max(outer.left, own.left) : outer.left,
      right: mayScroll ? Infinity : hidesX ? Math.min(outer.right, own.right) : outer.right,
      top: mayScroll ? -Infinity : hidesY ? Math.max(outer.top, own.top) : outer.top,
      bottom: mayScroll ? Infinity : hidesY ? Math.min(outer.bottom, own.bottom) : outer.bottom,
    }
  }
  const isVisible = (element) => element.checkVisibility({opacityProperty: true, visibilityProperty: true})
    && !element.closest(`#skip-nav, .visuallyhidden, .nav${page.right < 1024 ? ', .sidebar' : ''}`)
  const found = []
  const walker = document.createTreeWalker(document.querySelector('#app'), NodeFilter.SHOW_TEXT)
  while (walker.nextNode() && found.length < 5) {
    const text = walker.currentNode, element = text.parentElement
    if (!text.data.trim() || !isVisible(element)) continue
    const {left, right, top, bottom} = box(element)
    const range = document.createRange()
    range.selectNodeContents(text)
    const isCut = [...range.getClientRects()].some((part) => part.width > 0 && part.top > -UNUSED
      && (part.left < left - 1 || part.right > right + 1
        || part.top < top - part.height / 2 || part.bottom > bottom + part.height / 2))
    if (isCut) found.push(`${element.tagName}.${element.className}: ${text.data.trim().slice(0, 60)}`)
  }
  return found"""


def clipped(driver):
    """Returns the elements whose text is cut off, or reaches over the edge of the screen."""
    return driver.execute_script(CLIPPED)


def lost_words(driver, words):
    """Returns the words of `words` that the page does not show as often."""
    text = driver.execute_script("return document.querySelector('#app').innerText")
    return dict(collections.Counter(words) - collections.Counter(split(text)))


def split(text):
    """Returns the words of `text`, without their case, which DocC changes at the beginning of a callout."""
    return re.findall(r"\w+", text.lower())


def dead_links(driver, site, base):
    """Returns the links to pages and sections that do not exist in the folder `site`."""
    links = driver.execute_script("return [...document.querySelectorAll('#app a[href]')].map((one) => one.href)")
    origin = "/".join(driver.current_url.split("/")[:3])
    own = {link.removeprefix(origin) for link in links if link.startswith(f"{origin}/")}
    page = urllib.parse.urlsplit(driver.current_url).path
    return sorted(link for link in own if not exists(driver, link, page, site, base))


def exists(driver, link, page, site, base):
    parts = urllib.parse.urlsplit(link)
    path = urllib.parse.unquote(parts.path)
    if not (site / path.strip("/")).exists() or not path.startswith(f"/{base}/"):
        return False
    if not parts.fragment or path.rstrip("/") != urllib.parse.unquote(page).rstrip("/"):
        # The builder of the site has checked the sections of other pages.
        return True
    names = [parts.fragment, urllib.parse.unquote(parts.fragment)]
    return driver.execute_script("return arguments[0].some((name) => document.getElementById(name))", names)


def violations(driver):
    """Returns the violations of accessibility guidelines."""
    driver.execute_script(AXE)
    return [one for one in driver.execute_async_script(RUN_AXE, LEVELS) if not KNOWN.match(one)]
