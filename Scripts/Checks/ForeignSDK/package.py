"""Compiles the modules of this package, as listed in its manifest, for another system."""
import graphlib
import json
import subprocess

from sdk import BUILD, FRONTEND, ROOT

UPCOMING = "enableUpcomingFeature"


def read_manifest():
    command = ["swift", "package", "--scratch-path", BUILD / "manifest", "dump-package"]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=-1).stdout)


class Build:
    """A build of the modules for the oldest version of a system.

    Only modules are written, but to write one, the compiler diagnoses all of its functions. Tests are only
    type-checked, which takes three quarters of the time: what is not diagnosed then, the flow of data, does not
    depend on the system.
    """

    def __init__(self, manifest, system):
        self.targets = {target["name"]: target for target in manifest["targets"]}
        versions = {each["platformName"]: each["version"] for each in manifest["platforms"]}
        self.system, self.version = system, versions.get(system.platform)
        # Not in the SDK, whose modules must not be part of the package.
        self.folder = BUILD / "package" / system.name
        self.folder.mkdir(parents=True, exist_ok=True)

    def run(self, with_tests):
        """Compiles every module, after those it imports, and returns the names of those that do not compile."""
        names = {name for name, target in self.targets.items() if with_tests or target["type"] != "test"}
        before = {
            name: [next(iter(each.values()))[0] for each in self.targets[name]["dependencies"]] for name in names
        }
        order = [name for name in graphlib.TopologicalSorter(before).static_order() if name in names]
        return [name for name in order if not self.is_compiled(name)]

    def is_compiled(self, name):
        target = self.targets[name]
        sources = self.sources(target)
        command = self.c_command if sources[0].suffix == ".c" else self.swift_command
        output = ["-typecheck"] if target["type"] == "test" else self.module(name)
        done = subprocess.run(command(name, sources, output + self.settings(target)), stdout=-1, stderr=-2, text=True)
        print(f"{name}\n{done.stdout}", end="", flush=True)
        return done.returncode == 0

    def errors(self, program):
        """Returns the errors of a program that uses the modules."""
        file = self.folder / "main.swift"
        file.write_text(f"{program}\n")
        command = self.swift_command("Program", [file], [*self.module("Program"), "-strict-memory-safety"])
        done = subprocess.run(command, stdout=-1, stderr=-2, text=True)
        return [line for line in done.stdout.splitlines() if ": error: " in line]

    def sources(self, target):
        folder = "Tests" if target["type"] == "test" else "Sources"
        path = ROOT / (target.get("path") or f"{folder}/{target['name']}")
        found = sorted(path.rglob("*.swift")) + sorted(path.rglob("*.c"))
        files = [file for file in found if ".docc/" not in str(file)]
        resources = [file for each in target["resources"] for file in sorted((path / each["path"]).iterdir())]
        return files + [self.embedded(resources)] * bool(resources)

    def embedded(self, resources):
        """Returns a file with the declarations that SwiftPM adds for the resources of a target."""
        names = [file.name.replace(".", "_") for file in resources]
        file = self.folder / "embedded_resources.swift"
        lines = "".join(f"  static let {name}: [UInt8] = []\n" for name in names)
        file.write_text(f"struct PackageResources {{\n{lines}}}\n")
        return file

    def settings(self, target):
        kinds = [setting["kind"] for setting in target["settings"]]
        upcoming = [kind[UPCOMING]["_0"] for kind in kinds if UPCOMING in kind]
        features = [option for name in upcoming for option in ("-enable-upcoming-feature", name)]
        return features + ["-strict-memory-safety"] * any("strictMemorySafety" in kind for kind in kinds)

    def module(self, name):
        return ["-emit-module", "-o", self.folder / f"{name}.swiftmodule"]

    def c_command(self, name, sources, _):
        headers = sources[0].parent / "include"
        (self.folder / f"{name}.modulemap").write_text(f'module {name} {{\n  umbrella "{headers}"\n  export *\n}}\n')
        return [
            FRONTEND.with_name("clang"), "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "--sysroot", self.system.sdk,
            "-target", self.system.triple.format(self.version), "-I", headers, *sources,
        ]

    def swift_command(self, name, sources, options):
        maps = [option for file in self.folder.glob("*.modulemap") for option in ("-Xcc", f"-fmodule-map-file={file}")]
        return [
            FRONTEND, *options, *sources, "-module-name", name, "-package-name", "pledge", "-swift-version", "6",
            "-warnings-as-errors", "-enable-testing", *maps, *self.system.options(self.version), "-I", self.folder,
            *["-parse-as-library"] * all(file.name != "main.swift" for file in sources),
        ]
