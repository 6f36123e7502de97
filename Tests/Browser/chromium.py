"""A headless Chromium: started, sized, and asked what it fetched and complained of."""
import json
import shutil

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars")
TWO_FRAMES = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"


def start():
    options = webdriver.ChromeOptions()
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    # Both are named, or selenium would look for them on the network.
    options.binary_location = shutil.which("chromium")
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))


def resize(driver, width, height, dark=False):
    """Makes the window as large as a screen, which a narrow one says is a phone's."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})


def settle(driver):
    """Waits until what was asked for has been drawn."""
    driver.execute_async_script(TWO_FRAMES)


def complaints(driver):
    """What the console has said since the last question."""
    return [entry["message"] for entry in driver.get_log("browser")]


def requests(driver):
    """The addresses that were asked for since the last question."""
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            yield message["params"]["request"]["url"]
