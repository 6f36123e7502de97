"""Arranges all pages in one hierarchy, in reading order.

DocC gives each product, and the guides, a hierarchy of its own. Here, the landing page is the README, and
lists the groups of the guides' landing page. The groups of articles of the main product follow the first of
them, and the products themselves are part of the reference.
"""
import sidebar
from pages import text

ROOT = "doc://Guides/documentation/Guides"
LANDING, GUIDES, README = "/documentation", "/documentation/guides", "/documentation/guides/readme"
PRODUCT = "/documentation/pledge"
REFERENCE = "Reference"
ARTICLES = ("article", "overview")


def arrange(pages, index, older):
    """Rewrites the landing page, the sidebar, and the breadcrumbs. The products in `older` come last."""
    tree = index["interfaceLanguages"]["swift"][0]
    modules = {node["path"]: node for node in tree["children"]}
    groups = merged_groups(modules, older)
    tree["children"] = [node for title, members in groups.items() for node in (marker(title), *members)]
    sidebar.rename(tree, pages)
    write_landing_page(pages, groups)
    write_breadcrumbs(pages, {node["path"] for node in tree["children"] if "path" in node})
    for address in (README, GUIDES):
        pages.remove(address)
    for reference in pages.references():
        reference.update({"url": moved(reference["url"])} if "url" in reference else {})


def merged_groups(modules, older):
    """Returns the members of each group of the site, in reading order."""
    guides = grouped(node for node in modules.pop(GUIDES)["children"] if node.get("path") != README)
    library = modules[PRODUCT]
    parts = grouped(library["children"])
    articles = {title: members for title, members in parts.items() if consists_of_articles(members)}
    library["children"] = [
        node for title, members in parts.items() if title not in articles for node in (marker(title), *members)
    ]
    first, *others = guides
    own = (title for title in articles if title not in guides)
    groups = {title: [] for title in (first, *own, *others, REFERENCE)}
    products = [library, *(node for path, node in sorted(modules.items()) if path != PRODUCT)]
    groups[REFERENCE] += sorted(products, key=lambda node: node["title"] in older)
    for part in (articles, guides):
        for title, members in part.items():
            groups[title] += members
    for node in products:
        # The sidebar shows only the module of the current page, unless there is just one.
        node["type"] = "collection"
    return groups


def consists_of_articles(members):
    return all(node["type"] in ARTICLES for node in members)


def grouped(nodes):
    """Returns the members of each group by its title."""
    groups, title = {}, "Guides"
    for node in nodes:
        if node["type"] == "groupMarker":
            title = node["title"]
        else:
            groups.setdefault(title, []).append(node)
    return groups


def marker(title):
    return {"type": "groupMarker", "title": title}


def write_landing_page(pages, groups):
    """Makes the README the landing page, and lists the groups on it instead of on the product's page."""
    landing, readme, product = pages[LANDING], pages[README], pages[PRODUCT]
    listed = {node["path"] for members in groups.values() for node in members}
    product["topicSections"] = [
        section for section in product["topicSections"]
        if not all(product["references"][one].get("url") in listed for one in section["identifiers"])
    ]
    landing["identifier"]["url"] = ROOT
    for key in ("abstract", "primaryContentSections"):
        landing[key] = readme.get(key, [])
    landing["references"].update(readme["references"])
    landing["topicSections"] = []
    for title, members in groups.items():
        targets = [target(pages[node["path"]], node["path"]) for node in members]
        landing["references"].update((one["identifier"], one) for one in targets)
        identifiers = [one["identifier"] for one in targets]
        anchor = title.replace(" ", "-")
        landing["topicSections"].append({"title": title, "anchor": anchor, "identifiers": identifiers})


def target(page, address):
    """Returns a reference to a page, without links in its summary."""
    summary = [part if part["type"] == "codeVoice" else text(label(part, page)) for part in page.get("abstract") or ()]
    return {
        "type": "topic", "identifier": page["identifier"]["url"], "url": address, "kind": page["kind"],
        "role": page["metadata"].get("role"), "title": page["metadata"]["title"], "abstract": summary,
    }


def label(part, page):
    """Returns the text of a part of a summary."""
    if "inlineContent" in part:
        return "".join(label(one, page) for one in part["inlineContent"])
    if "identifier" in part:
        return part.get("overridingTitle") or page["references"].get(part["identifier"], {}).get("title", "")
    return part.get("text") or part.get("code", "")


def write_breadcrumbs(pages, top):
    """Starts the breadcrumbs of each page at the landing page."""
    root = {"type": "topic", "identifier": ROOT, "url": LANDING, "kind": "article", "title": "Documentation"}
    for address, page in pages.items():
        if address.startswith(f"{LANDING}/"):
            paths = page["hierarchy"]["paths"]
            inner = [[one for one in path if one != ROOT] for path in paths]
            page["hierarchy"]["paths"] = [[ROOT]] if address in top else [[ROOT, *path] for path in inner]
            page.setdefault("references", {})[ROOT] = {**root, "abstract": []}


def moved(url):
    """Returns the new address of `url`: the landing page replaces the one of the guides and the README."""
    address, hash_sign, anchor = url.partition("#")
    return f"{LANDING}{hash_sign}{anchor}" if address in (GUIDES, README) else url
