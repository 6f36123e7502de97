"""Starts and resizes a headless Chromium, and returns its requests and console messages."""
import json
import shutil

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars")
LIMIT = 600  # in seconds
TWO_FRAMES = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"


def start():
    options = webdriver.ChromeOptions()
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    # Without these paths, selenium would search for both on the network.
    options.binary_location = shutil.which("chromium")
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    # On a busy machine, pages and the scripts that inspect them take long.
    driver.set_script_timeout(LIMIT)
    driver.set_page_load_timeout(LIMIT)
    return driver


def resize(driver, width, height, dark=False):
    """Resizes the window; a narrow one is treated as a phone."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})


def settle(driver):
    """Waits until pending changes have been drawn."""
    driver.execute_async_script(TWO_FRAMES)


def complaints(driver):
    """Returns the console messages since the last call."""
    return [entry["message"] for entry in driver.get_log("browser")]


def requests(driver):
    """Yields the addresses requested since the last call."""
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            yield message["params"]["request"]["url"]
