"""Finds mistakes in the configurations of .github, such as calls of checks that cannot run on a system."""
import contextlib
import io
import re
import shlex
import subprocess
import sys

import command
import table
from checks import CHECKED

# The names that check-jsonschema has for the schemas of files.
SCHEMAS = {
    "workflows/*.yml": "github-workflows", "dependabot.yml": "dependabot", "ISSUE_TEMPLATE/*.yml": "github-issue-forms",
}
SYSTEMS = {"ubuntu": "Linux", "macos": "Darwin", "windows": "Windows"}
SETTING = re.compile(r"git config --global .+")
CONTAINER = re.compile(r"docker run .* swift:\S+ ")


def problems(workflow):
    """Yields the problems of a workflow that was read from YAML."""
    for name, job in workflow["jobs"].items():
        (system,) = {SYSTEMS[label.partition("-")[0]] for label in expanded(job["runs-on"], job)}
        for step in job["steps"]:
            if "actions/checkout@" in step.get("uses", "") and step.get("with", {}).get("fetch-depth") != 0:
                yield f"{name}: checkout needs fetch-depth: 0, because some checks read the history"
            lines = step.get("run", "").splitlines()
            for line in [each for line in lines for each in expanded(line, job)]:
                yield from (f"{name}: '{line}': {problem}" for problem in line_problems(line, system))


def expanded(text, job):
    """Returns the text for each combination of a matrix, which is a list or has one dimension."""
    matrix = dict(job.get("strategy", {}).get("matrix", {}))
    choices = matrix.pop("include", []) + [{key: value} for key in matrix for value in matrix[key]]
    fill = lambda choice: re.sub(r"\$\{\{ matrix\.(\w+) \}\}", lambda found: choice.get(found[1], found[0]), text)
    return sorted({fill(choice) for choice in choices or [{}]})


def line_problems(line, system):
    words = shlex.split(CONTAINER.sub("", line))
    checks = [check for check in table.TABLE if plain(check.command) == words]
    if words[0] in ("Scripts/test", ".ci/run") and system != "Windows":
        with contextlib.redirect_stderr(io.StringIO()) as complaint:
            try:
                checks = command.with_needs(command.chosen(command.parsed(words[1:]), is_ci=True))
            except SystemExit:
                return [complaint.getvalue().splitlines()[-1]]
    elif not checks and not SETTING.fullmatch(line):
        return [f"on {system}, this is not the command of a check"]
    return [f"{check.name} runs on {check.system} only" for check in checks if check.system not in ("", system)]


def plain(command):
    """Returns a command without the folder that keeps the products of checks apart."""
    return [word for word in command if word not in ("--scratch-path", CHECKED)]


def main():
    from ruamel.yaml import YAML

    folder, failures = command.ROOT / ".github", 0
    for pattern, schema in SCHEMAS.items():
        linter = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
        failures += subprocess.run([*linter, *sorted(folder.glob(pattern))]).returncode
    for path in sorted(folder.glob("workflows/*.yml")):
        for problem in problems(YAML(typ="safe").load(path)):
            print(f".github/workflows/{path.name}:1: error: {problem}")
            failures += 1
    print(f"{failures} problems")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
