import unittest

import command
import table
import workflows
from checks import Tier

CHECKOUT = {"uses": "actions/checkout@v7", "with": {"fetch-depth": 0}}
# Lines of scripts on a system, and a part of the problem that is reported.
FAULTS = {
    ("ubuntu-24.04", "Scripts/test build tets"): "there is no check tets (tests",
    ("ubuntu-24.04", ".ci/run --nigthly"): "unrecognized arguments: --nigthly",
    ("ubuntu-24.04", "swift test --paralel"): "not the command of a check",
    ("ubuntu-24.04", "./configure"): "not the command of a check",
    ("macos-26", "Scripts/test leaks"): "leaks runs on Linux only",
    ("macos-26", "Scripts/test --quick"): "api-script-tests runs on Linux only",
    ("macos-26", "Scripts/test"): "gates runs on Linux only",
    ("windows-2022", "Scripts/test tests"): "on Windows, this is not the command of a check",
}


def problems(runner, *lines, steps=(CHECKOUT,), **others):
    job = {"runs-on": runner, "steps": [*steps, *({"run": line} for line in lines)], **others}
    return list(workflows.problems({"jobs": {"job": job}}))


class WorkflowTests(unittest.TestCase):
    def test_each_fault_is_reported(self):
        for (runner, line), problem in FAULTS.items():
            with self.subTest(line):
                found = problems(runner, line)
                self.assertIn(f"job: '{line}': ", found[0])
                self.assertIn(problem, "\n".join(found))

    def test_calls_of_checks_are_accepted(self):
        settings = ("git config --global a.b c", "")
        self.assertEqual(problems("ubuntu-24.04", *settings, ".ci/run --quick", "Scripts/test leaks"), [])
        self.assertEqual(problems("macos-26", "Scripts/test build tests"), [])
        container = r'docker run --rm --volume "${PWD}:C:\a" swift:6.3-windows swift test'
        self.assertEqual(problems("windows-2022", container), [])

    def test_the_values_of_a_matrix_are_inserted(self):
        include = [{"os": "macos-26", "names": "tests"}, {"os": "macos-26", "names": "leaks"}]
        for matrix, runner in (({"include": include}, "${{ matrix.os }}"), ({"names": ["leaks"]}, "macos-26")):
            found = problems(runner, "Scripts/test ${{ matrix.names }}", strategy={"matrix": matrix})
            self.assertEqual(found, ["job: 'Scripts/test leaks': leaks runs on Linux only"])

    def test_a_checkout_without_the_history_is_reported(self):
        (found,) = problems("macos-26", steps=[{"uses": "actions/checkout@v7"}])
        self.assertIn("checkout needs fetch-depth: 0", found)

    def test_the_nightly_workflow_calls_every_nightly_check(self):
        names = (command.ROOT / ".github/workflows/nightly.yml").read_text().split()
        run = command.with_needs([check for check in table.TABLE if check.name in names])
        missing = [check.name for check in table.TABLE if check.tier is Tier.NIGHTLY and check not in run]
        self.assertEqual(missing, [])
