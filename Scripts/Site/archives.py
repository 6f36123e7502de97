"""Runs DocC: an archive for each product and one for the guides, merged to a site."""
import concurrent.futures
import re
import shutil
import subprocess
import sys

import guides
import repository

NAME = "Pledge"
# What others link to, so it is built first.
FIRST = "Pledge"
COMPAT = "Sources/Compat"


class Archives:
    def __init__(self, root, base, work):
        self.root, self.base, self.work = root, base, work
        self.catalogues = repository.catalogues(root)
        self.symbols = root / ".build/symbols"

    def problems(self):
        """Says which product has no catalogue, and which catalogue is of no product."""
        built = {folder.name for folder in self.symbols.iterdir()}
        for name in sorted(built - self.catalogues.keys()):
            yield f"Package.swift:1: error: {name} has no catalogue; write Sources/…/{name}.docc/{name}.md"
        for name in sorted(self.catalogues.keys() - built):
            catalogue = self.catalogues[name].relative_to(self.root)
            yield f"{catalogue}/{name}.md:1: error: there is no product {name}, or it has no symbols"

    def names(self):
        """Returns the archives in the order in which the site shows them."""
        compat = self.compat()
        return [guides.NAME, *sorted(self.catalogues, key=lambda name: (name in compat, name))]

    def compat(self):
        return {name for name, path in self.catalogues.items() if COMPAT in path.as_posix()}

    def build(self):
        """Builds all archives; whether there was nothing to complain of."""
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)
        # DocC takes the archive's name for that of the catalogue.
        guides.Guides(self.root).write(self.work / f"{guides.NAME}.docc")
        others = [name for name in self.names() if name != FIRST]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            return self.convert(FIRST) and all(list(pool.map(self.convert, others)))

    def convert(self, name):
        command = [
            "docc", "convert", self.catalogues.get(name, self.work / f"{name}.docc"),
            "--fallback-display-name", name,
            "--fallback-bundle-identifier", f"pledge.{name}",
            "--fallback-default-module-kind", "Library",
            "--hosting-base-path", self.base,
            "--output-path", self.archive(name),
            # Lets documentation of one product link to that of another.
            "--enable-experimental-external-link-support",
            "--warnings-as-errors",
        ]
        if name in self.catalogues:
            command += ["--additional-symbol-graph-dir", self.symbols / name]
        if name != FIRST:
            command += ["--dependency", self.archive(FIRST)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.root)
        complaints = self.located(name, (done.stdout + done.stderr).strip())
        if done.returncode or "warning:" in complaints:
            print(f"{name}: DocC says\n{complaints}\n", file=sys.stderr, flush=True)
            return False
        return True

    def located(self, name, complaints):
        """Names places in the repository, where DocC names those in the catalogue of `name`."""
        names = {f"{guides.slug(page)}.md": page for page in repository.pages(self.root)}
        catalogue = self.catalogues.get(name)

        def place(found):
            file = found[1]
            inside = f"{catalogue.relative_to(self.root)}/{file}" if catalogue else names.get(file, file)
            return f"--> {inside}:"

        return re.sub(r"--> ([^\s:]+\.(?:md|tutorial)):", place, complaints)

    def archive(self, name):
        return self.work / f"{name}.doccarchive"

    def merge(self, site):
        """Writes the site; returns the folder that the server has to show under the base path."""
        shutil.rmtree(site, ignore_errors=True)
        folder = site / self.base if self.base else site
        folder.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["docc", "merge", *map(self.archive, self.names()), "--output-path", folder,
             "--synthesized-landing-page-name", NAME,
             "--synthesized-landing-page-kind", "Package"],
            check=True,
        )
        return folder
