"""The type of a check."""
import enum
import pathlib
import re
import shlex
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Tier(enum.Enum):
    """The frequency of a check. Continuous integration runs the first two for every change."""

    QUICK = "quick"
    CHANGE = "change"
    NIGHTLY = "nightly"


@dataclass(frozen=True)
class Check:
    """A command that succeeds if something holds that users or maintainers rely on."""

    name: str
    # What holds if the check passes, and so what it protects.
    protects: str
    command: str
    tier: Tier
    # Its duration on two cores that do nothing else; 0 if it takes hours.
    seconds: int = 0
    # A pattern of the paths that concern it, besides its own script.
    concerns: str = "^$"
    # The checks whose results this one reads.
    after: tuple[str, ...] = ()
    # The build folder that only one check at a time may use.
    builds: str = ""
    # The packages that Scripts/setup installs for it.
    packages: tuple[str, ...] = ()
    # The only system on which it can run, as printed by `uname`; empty for all.
    system: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    # A pattern in the output of a run that has checked something.
    proof: str = ""
    minutes: int = 60

    def words(self):
        return shlex.split(self.command)

    def line(self):
        """Returns the command line that repeats the check."""
        settings = [f"{name}={shlex.quote(value)}" for name, value in self.environment.items()]
        return " ".join([*settings, self.command])

    def is_concerned(self, path):
        return path in self.words() or re.search(self.concerns, path) is not None
