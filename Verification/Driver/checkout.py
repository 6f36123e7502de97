"""A copy of this checkout, to build bugs into: the tracked files, as they are in the work tree."""
import contextlib
import fcntl
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from running import Trouble

ROOT = Path(__file__).resolve().parents[2]


class Checkout:
    """A copy that is kept between runs, with what was built in it: only what differs is written."""

    def __init__(self, root: Path, origin: Path = ROOT):
        self.root = root
        self.origin = origin

    @contextlib.contextmanager
    def taken(self) -> Iterator[None]:
        """Keeps others from using the copy meanwhile."""
        self.root.parent.mkdir(parents=True, exist_ok=True)
        with (self.root.parent / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Trouble(f"{self.root} is in use by another run; wait for it") from None
            yield

    def update(self, edits: Mapping[str, str] = {}) -> None:
        """Makes the copy equal to its origin but for some edited files, whatever was done to it."""
        wanted = {name for name in tracked(self.origin) if (self.origin / name).is_file()}
        before = set(self.copied)
        self.manifest.write_text("\n".join(sorted(before | wanted | edits.keys())))
        for name in before - wanted - edits.keys():
            (self.root / name).unlink(missing_ok=True)
        for name in wanted - edits.keys():
            self.restore(name)
        for name, text in edits.items():
            self.write(name, text.encode())
        self.manifest.write_text("\n".join(sorted(wanted | edits.keys())))

    @property
    def manifest(self) -> Path:
        """Where it is noted what has been copied, and not built."""
        return self.root.parent / "copied"

    @property
    def copied(self) -> list[str]:
        return self.manifest.read_text().splitlines() if self.manifest.exists() else []

    def restore(self, name: str) -> None:
        """Writes one file as it is in the origin."""
        source = self.origin / name
        self.write(name, source.read_bytes())
        (self.root / name).chmod(source.stat().st_mode & 0o777)

    def write(self, name: str, content: bytes) -> None:
        """Writes one file, unless that is in it."""
        target = self.root / name
        if not target.exists() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)

    def touch_sources(self) -> None:
        """Makes all Swift files look new, so that everything is built that has one."""
        for name in self.copied:
            if name.endswith(".swift"):
                (self.root / name).touch()

    def replace(self, name: str, old: str, new: str) -> None:
        """Replaces the only place of a file that reads `old`."""
        path = self.root / name
        if not path.is_file():
            raise Trouble(f"there is no {name}")
        text = path.read_text()
        if text.count(old) != 1:
            raise Trouble(f"{name} has this {text.count(old)} times, not once:\n{old}")
        path.write_text(text.replace(old, new))


def tracked(folder: Path) -> list[str]:
    """Returns the files of a work tree that git knows."""
    command = ["git", "-C", str(folder), "ls-files", "-z"]
    try:
        listed = subprocess.run(command, capture_output=True, text=True, check=True)
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        remedy = "a copy is made of what git tracks; run this in a clone, with git installed"
        raise Trouble(f"git ls-files failed ({error}); {remedy}") from None
    return [name for name in listed.stdout.split("\0") if name]
