"""What there is in the repository."""
import subprocess

CATALOGUES = ".docc"


def files(root):
    """Returns the names of all files that are or will be in the repository, from its root."""
    command = ["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return sorted(name for name in listing.split("\0") if name and (root / name).exists())


def is_in_catalogue(name):
    return any(part.endswith(CATALOGUES) for part in name.split("/"))


def pages(root):
    """Returns the Markdown files that are read as they are, not as a part of DocC's catalogues."""
    return [name for name in files(root) if name.endswith(".md") and not is_in_catalogue(name)]


def catalogues(root):
    """Returns the folder of the catalogue of each product, by the name of that."""
    found = {}
    for name in files(root):
        parts = name.split("/")
        for depth, part in enumerate(parts):
            if parts[0] == "Sources" and part.endswith(CATALOGUES):
                found[part.removesuffix(CATALOGUES)] = root / "/".join(parts[: depth + 1])
    return found
