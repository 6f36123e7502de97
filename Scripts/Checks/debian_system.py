"""Debian systems below .build/platforms, for the Swift compiler of Debian, which exists for several architectures."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".build/platforms"
# The sources and their build folder, in a system. SwiftPM has a subfolder for each architecture there.
SOURCES, BUILD = "/src", "/src/.build"
SUITE, SWIFT = "sid", "6.2"
# The targets of tests that the manifest is asked for, if any.
CHOSEN = {name: value for name, value in os.environ.items() if name == "PLEDGE_TEST_TARGETS"}
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
# The last one has the programs of the compiler, such as clang.
PATH = "/usr/bin:/usr/sbin:/usr/libexec/swift/bin"
PACKAGES = (
    "base-files", "bash", "binutils", "coreutils", "diffutils", "findutils", "gawk", "gcc", "git", "grep", "libc6-dev",
    "libstdc++-16-dev", "patch", "procps", "python3", "sed", "swiftlang",
)
# Enters a system: mounts folders, in pairs up to `--`, registers an emulator if its configuration follows, and runs
# the command after that. Mounts, emulator, and processes belong to namespaces, so they vanish with the first
# process. That is this shell, not the command, because the kernel protects a first process from its own signals.
ENTER = """
set -e
root="$1"; shift
for folder in proc dev sys; do mount --rbind "/$folder" "$root/$folder"; done
while [ "$1" != -- ]; do mkdir -p "$root$2"; mount --bind "$1" "$root$2"; shift 2; done
if [ "$2" ]; then
  mount -t binfmt_misc binfmt_misc "$root/proc/sys/fs/binfmt_misc"
  cat "$2" >"$root/proc/sys/fs/binfmt_misc/register"
fi
shift 2
# Otherwise the emulator writes memory dumps of crashes, which tests expect, among the sources.
ulimit -c 0
chroot "$root" "$@" || exit "$?"
"""
NAMESPACES = ("--user", "--map-root-user", "--mount", "--pid", "--mount-proc", "--fork", "--kill-child")


class System:
    """A Debian system that is only unpacked: no program in it runs to install it, so its architecture may be any."""

    def __init__(self, architecture, emulator=""):
        self.architecture, self.emulator = architecture, emulator
        self.root = FOLDER / architecture

    def create(self):
        """Downloads and unpacks the packages, unless the system has them."""
        stamp, stated = self.root / "packages", "\n".join((SUITE, *PACKAGES))
        if stamp.exists() and stamp.read_text() == stated:
            return
        print(f"Unpacking Debian for {self.architecture} into {self.root.relative_to(ROOT)} …", flush=True)
        shutil.rmtree(self.root, ignore_errors=True)
        for package in self.downloads():
            check("dpkg-deb", "--extract", package, self.root)
        shutil.rmtree(self.root / "apt")
        self.complete()
        self.expect_version()
        stamp.write_text(stated)

    def downloads(self):
        """Returns the packages and those they depend on. The first creates the links of the root folder."""
        apt = self.root / "apt"
        for folder in ("lists/partial", "archives/partial"):
            (apt / folder).mkdir(parents=True)
        (apt / "status").touch()
        (apt / "sources").write_text(f"deb [signed-by={KEYS}] {mirror()} {SUITE} main\n")
        options = {
            "Dir::Etc::SourceList": apt / "sources", "Dir::Etc::SourceParts": "/dev/null",
            "Dir::Etc::Preferences": "/dev/null", "Dir::Etc::PreferencesParts": "/dev/null",
            "Dir::State": apt, "Dir::State::status": apt / "status", "Dir::State::Lists": apt / "lists",
            "Dir::Cache": apt, "Dir::Cache::archives": apt / "archives",
            "APT::Architecture": self.architecture, "APT::Architectures": self.architecture,
            "APT::Install-Recommends": "false", "APT::Sandbox::User": "", "Acquire::Languages": "none",
        }
        command = ["apt-get", "-qq", *(f"-o{name}={value}" for name, value in options.items())]
        check(*command, "update")
        check(*command, "--download-only", "--yes", "install", *PACKAGES)
        packages = (apt / "archives").glob("*.deb")
        return sorted(packages, key=lambda path: not path.name.startswith("base-files_"))

    def complete(self):
        """Adds what installing the packages would have created."""
        (self.root / "bin/sh").symlink_to("bash")
        (self.root / "bin/awk").symlink_to("gawk")
        (self.root / "etc/passwd").write_text("root:x:0:0:root:/root:/bin/bash\n")
        # In a namespace, the sources may belong to a user that it does not know.
        (self.root / "root/.gitconfig").write_text("[safe]\n\tdirectory = *\n")
        # The package lacks this library. An empty one can be linked, because no test uses its symbols.
        library = self.root / "usr/libexec/swift/lib/swift/linux/lib_Testing_Foundation.a"
        if not library.exists():
            library.write_bytes(b"!<arch>\n")

    def expect_version(self):
        """Fails if Swift does not run, or has another version."""
        ran = self.run("swift", "--version", capture_output=True, text=True)
        if ran.returncode:
            fail(f"programs for {self.architecture} do not run, and emulation needs Linux 6.7: {ran.stderr.strip()}")
        if f"Swift version {SWIFT}." not in ran.stdout:
            line = ran.stdout.partition("\n")[0]
            fail(f"Debian {SUITE} has '{line}': state a suite with Swift {SWIFT} in Scripts/Checks/debian_system.py")

    def run(self, *command, folders=None, environment=None, **options):
        """Runs a command in the folder of the sources, with the other folders mounted."""
        (FOLDER / "build").mkdir(exist_ok=True)
        mounts = {ROOT: SOURCES, FOLDER / "build": BUILD, **(folders or {})}
        variables = {"HOME": "/root", "PATH": PATH, "LANG": "C.UTF-8", **CHOSEN, **(environment or {})}
        enter = ["unshare", *NAMESPACES, "bash", "-c", ENTER, "enter", self.root]
        enter += [path for mount in mounts.items() for path in mount] + ["--", self.emulator]
        enter += ["env", "-i", "-C", SOURCES, *(f"{name}={value}" for name, value in variables.items())]
        return subprocess.run([*enter, *command], stdin=subprocess.DEVNULL, **options)


def mirror():
    """Returns the address of the Debian mirror that apt is configured with."""
    command = ["apt-get", "indextargets", "--format", "$(COMPONENT) $(REPO_URI)", "--no-release-info"]
    lines = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    found = [uri for component, uri in map(str.split, lines) if component == "main" and "security" not in uri]
    return found[0] if found else fail("apt is configured with no mirror of Debian: add one")


def prepare():
    """Ends this script, and so its child processes, if it is asked to. Checks that it can create namespaces."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    if not pathlib.Path(KEYS).exists():
        fail("this machine is not Debian, whose packages are needed")
    if subprocess.run(["unshare", *NAMESPACES, "true"], capture_output=True).returncode:
        fail("this user cannot create namespaces: run this as root, and in a container with --privileged")


def check(*command):
    if status := subprocess.run(command).returncode:
        fail(f"{pathlib.Path(command[0]).name} failed with exit status {status}")


def fail(problem):
    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {problem}")
