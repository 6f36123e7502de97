"""The data from which DocC's web application renders the pages of a site."""
import json


class Pages(dict):
    """Every page by its address, such as "/documentation/pledge/future"."""

    def __init__(self, folder):
        self.data = folder / "data"
        super().__init__(sorted(
            (f"/{file.relative_to(self.data).with_suffix('').as_posix()}", json.loads(file.read_text()))
            for file in self.data.rglob("*.json")
        ))

    def write(self):
        for address, page in self.items():
            (self.data / f"{address[1:]}.json").write_text(json.dumps(page))

    def remove(self, address):
        """Removes a page without subpages."""
        del self[address]
        (self.data / f"{address[1:]}.json").unlink()
        (self.data.parent / address[1:] / "index.html").unlink()

    def references(self):
        """Yields all references of all pages."""
        for page in self.values():
            yield from page.get("references", {}).values()


def is_symbol(page):
    return page["kind"] == "symbol"


def nodes(content):
    """Yields all parts of `content` in reading order, each before the parts in it."""
    if isinstance(content, dict):
        yield content
    for part in content.values() if isinstance(content, dict) else content:
        if isinstance(part, (dict, list)):
            yield from nodes(part)


def main_content(page):
    """Yields the parts of a page's text: its sections, but neither summaries nor lists of topics."""
    for key in ("primaryContentSections", "sections"):
        yield from nodes(page.get(key, []))


def headings(page):
    return [part for part in main_content(page) if part.get("type") == "heading"]


def merged(inlines):
    """Joins adjacent texts: DocC starts one at each end of a line."""
    result = []
    for part in inlines:
        if result and part["type"] == result[-1]["type"] == "text":
            result[-1] = text(result[-1]["text"] + part["text"])
        else:
            result.append(part)
    return result


def replace_text(page, pattern, parts, without=()):
    """Replaces what `pattern` finds in the texts of a page with the parts that `parts` returns for it, if any.

    Leaves the paragraphs whose `id` is in `without` alone.
    """
    for part in main_content(page):
        if "inlineContent" in part and id(part) not in without:
            part["inlineContent"] = replaced(part["inlineContent"], pattern, parts)


def replaced(inlines, pattern, parts):
    result = []
    for part in merged(inlines):
        end = 0
        for found in pattern.finditer(part["text"]) if part["type"] == "text" else ():
            if new := parts(found):
                result += [text(part["text"][end:found.start()]), *new]
                end = found.end()
        result.append(text(part["text"][end:]) if end else part)
    return merged(result)


def text(string):
    return {"type": "text", "text": string}


def link(page, identifier, title, url, label):
    """Returns a link with `label` to a section titled `title` at `url`, and adds its target to `page`."""
    page["references"].setdefault(identifier, {
        "type": "topic", "kind": "section", "identifier": identifier, "title": title, "url": url, "abstract": [],
    })
    return {
        "type": "reference", "identifier": identifier, "isActive": True, "overridingTitle": label,
        "overridingTitleInlineContent": [text(label)],
    }
