"""Makes the code and the tables of pages readable, and puts the text of a page first."""
import copy

from pages import is_symbol, main_content


def improve(pages):
    """Improves all pages, and returns the listings without a language, which are not colored."""
    problems = []
    for address, page in pages.items():
        # The purpose of a symbol precedes the list of articles that mention it.
        page.get("primaryContentSections", []).sort(key=lambda section: section["kind"] == "mentions")
        for part in main_content(page):
            if part.get("type") == "table":
                label_cells(part)
            elif part.get("type") == "codeListing" and not part["syntax"]:
                # The samples of doc comments, which are indented, are Swift.
                part["syntax"] = "swift" if is_symbol(page) else None
                if not part["syntax"]:
                    problems.append(f"{address}: error: name the language of the code: {part['code'][0]}")
    return problems


def label_cells(table):
    """Puts the caption of its column above the text of each cell, for phones, where rows are stacked."""
    if table["header"] not in ("row", "both"):
        return
    captions, *rows = table["rows"]
    for row in rows:
        for caption, cell in list(zip(captions, row))[1:]:
            if caption and cell and caption[0]["inlineContent"]:
                cell.insert(0, {"type": "small", "inlineContent": copy.deepcopy(caption[0]["inlineContent"])})
