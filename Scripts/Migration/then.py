"""Tells which library a module called Then is: freshOS's, or devxoul's, which has no promises."""
from __future__ import annotations

import re

OURS = re.compile(r"\b(?:freshOS|s4cha)[/.]then\b|\bthenPromise\b|\bPledgeThen\b", re.I)
OTHER = re.compile(r"\bdevxoul[/.]then\b|\b(?:pod|dependency)[\s(]+[\"']then[\"'/]", re.I)
# Modules that only the promise library has, or had.
OUR_MODULES = {"then", "PledgeThen"}

NOTE = "this Then is another library's, by devxoul, so `import Then` stays"
UNKNOWN = (
    "no manifest says whose Then this is, or one names both, so it stays; if it is freshOS's,"
    " import PledgeThen here and run this again; if it is not, run this with --except Then"
)


def told_by(manifests):
    """Returns whether Then is freshOS's, and the name and text of the manifest that says so.

    `manifests` are those of each folder, without comments, the nearest first. The nearest that
    says anything counts; the first is None if one names both, and both are if none names any.
    """
    for texts in manifests:
        ours = [place for place in texts.items() if OURS.search(place[1])]
        others = [place for place in texts.items() if OTHER.search(place[1])]
        if ours or others:
            return None if ours and others else bool(ours), (ours or others)[0]
    return None, None


def note(name, text):
    """Returns what is worth knowing of a manifest with the other library."""
    return name, text.count("\n", 0, OTHER.search(text).start()) + 1, NOTE
