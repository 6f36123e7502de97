"""A program with known costs, and a repository with limits for it."""
import pathlib
import subprocess
import tempfile

from program import Workload

MAPS = Workload("maps", "3 maps", "promise", "operation", ("pledge", "nio"), ("kit",))
KEPT = Workload("kept", "a pending promise", "promise", "footprint", ("pledge",), ("kit",))
STAGES = Workload("stages", "stages", "stage", "growth", ("pledge", "nio"))
DEEP = Workload("deep", "a deep chain", "stage", "depth", ("pledge",))
WORKLOADS = {workload.name: workload for workload in (MAPS, KEPT, STAGES, DEEP)}
FILES = {
    "Limits.toml": """# Comment.

[maps]
allocations = 4
instructions = 1_850

[kept]
bytes = 176

[deep]
bytes = 0
""",
    "Budgets.toml": """
[maps]
time = { nio = 0.4 }
allocations = 4
instructions = 1_900
why = "it has to."

[kept]
bytes = 176

[deep]
run = { count = 1_000, stack = 512, growth = 1_048_576 }
""",
    "Originals.toml": """
[kit]
original = "Kit 8"
module = "PledgeKit"
maps = 75
kept = 144

[kit.above.kept]
limit = 200
reason = "It holds more."
""",
}


class FakeProgram:
    """A program with a given cost per operation, or with a cost proportional to a power of the count."""

    def __init__(self, allocations=4, instructions=1_800, left=0, kept=168, older=12, power=1, table=()):
        self.each = {"maps": allocations, "kept": 1, "stages": 1, "deep": 1}
        self.left = {"maps": 0, "kept": kept, "stages": 0, "deep": left}
        self.cost, self.older, self.power = instructions, older, power
        # The counts of the runs that allocate a table because of their random addresses.
        self.table = table

    def report(self, workload, peer, count, stack=None, counted=False, timeout=0):
        each = self.older if peer == "kit" else self.each[workload]
        live = 64 + self.left[workload] * count + 592 * (count in self.table)
        return {
            "allocations": 9 + each * count, "liveBytes": live,
            "peakBytes": 96 * count, "startMemory": 10_000, "peakMemory": 2_010_000,
            "nanoseconds": 5_000 + 70 * count,
        }

    def instructions(self, workload, peer, count):
        return 1_000_000 + round(self.cost * count**self.power)


def repository(test):
    """Returns a folder with the committed `FILES`."""
    root = pathlib.Path(test.enterContext(tempfile.TemporaryDirectory())) / "origin"
    (root / "Benchmarks").mkdir(parents=True)
    subprocess.run(["git", "init", "--quiet", root], check=True)
    for name, text in FILES.items():
        (root / "Benchmarks" / name).write_text(text)
    commit(root)
    return root


def commit(root):
    person = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
    for command in (["add", "."], [*person, "commit", "--quiet", "--allow-empty", "--message", "A"]):
        subprocess.run(["git", "-C", root, *command], check=True)
