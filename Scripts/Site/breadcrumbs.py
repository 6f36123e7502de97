"""Takes out of breadcrumbs what leads nowhere.

A catalogue lists what a product adds to a type of another module, such as a method of URLSession. When
all of it is listed, DocC makes no page for the type, nor for its module, but names both above each of
those methods.
"""
import json


def mend(folder):
    """Rewrites the pages in `folder`, a site, whose breadcrumbs name a page that is not there."""
    data = folder / "data"
    for file in sorted(data.rglob("*.json")):
        page = json.loads(file.read_text())
        if gone := missing(page, data):
            page["references"] = {
                identifier: reference
                for identifier, reference in page["references"].items()
                if identifier not in gone
            }
            paths = page["hierarchy"]["paths"]
            page["hierarchy"]["paths"] = [[one for one in path if one not in gone] for path in paths]
            file.write_text(json.dumps(page))


def missing(page, data):
    """Returns the identifiers in the breadcrumbs of a page for which there is no page in `data`.

    Those of a lesson have chapters in them, which have no page and are no links.
    """
    if page.get("kind") != "symbol":
        return set()
    named = {one for path in page.get("hierarchy", {}).get("paths", ()) for one in path}
    addresses = {one: page["references"].get(one, {}).get("url", "") for one in named}
    return {one for one, address in addresses.items() if not (data / f"{address[1:]}.json").is_file()}
