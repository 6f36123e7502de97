"""A copy of this repository for seeding faults, which keeps its builds between runs."""
import contextlib
import fcntl
import subprocess
from collections.abc import Iterator
from pathlib import Path

from running import DriverError

ROOT = Path(__file__).resolve().parents[2]


class Checkout:
    """A work tree with the tracked files of this one, and with its history."""

    def __init__(self, root: Path):
        self.root = root

    @contextlib.contextmanager
    def taken(self) -> Iterator[None]:
        """Prevents other runs from using the copy."""
        self.root.mkdir(parents=True, exist_ok=True)
        with (self.root.parent / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise DriverError(f"{self.root} is in use by another run; wait for it") from None
            yield

    def update(self) -> None:
        """Makes the copy equal to this work tree, without writing unchanged files."""
        # A commit of the work tree outside of any branch, or nothing if the work tree is clean.
        state = git(ROOT, "stash", "create") or git(ROOT, "rev-parse", "HEAD")
        if not (self.root / ".git").exists():
            git(self.root, "init", "--quiet")
            objects = git(ROOT, "rev-parse", "--path-format=absolute", "--git-path", "objects")
            (self.root / ".git/objects/info/alternates").write_text(f"{objects}\n")
        git(self.root, "reset", "--quiet", "--hard", state)
        git(self.root, "clean", "-d", "--force", "--quiet")

    def restore(self, name: str) -> None:
        git(self.root, "checkout", "--quiet", "HEAD", "--", name)

    def touch_sources(self) -> None:
        """Updates the modification times of all Swift files, so that their modules are rebuilt."""
        for name in git(self.root, "ls-files", "*.swift").splitlines():
            (self.root / name).touch()


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", folder, "-c", "core.quotePath=false", *arguments]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
