"""The page that the site begins with: which products there are, in groups."""
import json
import pathlib

import archives
import guides

ABSTRACT = (
    "Futures and promises for Swift 6. Begin with the guides, the tutorial, or the articles of the"
    " library itself."
)
# What is added to DocC's own, which every page fetches.
LOOKS = pathlib.Path(__file__).with_name("looks.css")
REDIRECTION = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=documentation/">
<link rel="icon" href="favicon.ico">
<title>Pledge</title>
<p><a href="documentation/">The documentation of Pledge</a>
</html>
"""
# Every page asks for this file; that it is not there would be an error in the console.
THEME = {"meta": {}, "theme": {}, "features": {}}
TITLES = ("Begin here", "Beside it", "In the place of older libraries")


def group(name, compat):
    if name in (guides.NAME, archives.FIRST):
        return TITLES[0]
    return TITLES[2] if name in compat else TITLES[1]


def grouped(identifiers, compat):
    """Returns the sections of topics, of archives that DocC has put in one."""
    sections = {title: [] for title in TITLES}
    for identifier in identifiers:
        sections[group(identifier.rpartition("/")[2], compat)].append(identifier)
    return [
        {"title": title, "anchor": title.replace(" ", "-"), "identifiers": items}
        for title, items in sections.items()
        if items
    ]


def write(folder, compat):
    """Puts the products on DocC's landing page in groups, and leads there from the root."""
    file = folder / "data/documentation.json"
    page = json.loads(file.read_text())
    modules, *others = page["topicSections"]
    page["topicSections"] = grouped(modules["identifiers"], compat)
    page["topicSections"][0]["identifiers"] += [
        identifier for section in others for identifier in section["identifiers"]
    ]
    page["topicSectionsStyle"] = "list"
    for identifier, reference in page["references"].items():
        if identifier.endswith(f"/{guides.NAME}"):
            # It has a sign before its name then, as the others do.
            reference["role"] = "collectionGroup"
    page["abstract"] = [{"type": "text", "text": ABSTRACT}]
    file.write_text(json.dumps(page))
    for styles in folder.glob("css/index.*.css"):
        styles.write_text(styles.read_text() + LOOKS.read_text())
    (folder / "theme-settings.json").write_text(json.dumps(THEME))
    (folder / "index.html").write_text(REDIRECTION)
