"""The command line of Scripts/benchmark."""
import argparse
import json
import shutil
import subprocess
import sys
import venv

import budgets
import gates
import limits
import measuring
import older
import profiling
import summary
import tables
from program import PACKAGE, ROOT, Program, Trouble, checked, shown

# What is measured is kept for --plots and --older, and not in the repository; its tables are.
FOLDER = ROOT / ".build/benchmarks"
RESULTS = FOLDER / "Results.json"
PLOTS = FOLDER / "Plots"
TABLES = PACKAGE / "Results.md"
README = ROOT / "README.md"
PICTURE = ROOT / "Documentation/Times.svg"
DRIVER = PACKAGE / "Driver"

DESCRIPTION = """Measures Pledge beside what one would use instead. Without an option: everything,
written to Benchmarks/Results.md, and with plots to .build/benchmarks; some ten minutes."""


def main(arguments):
    try:
        return command(parsed(arguments))
    except Trouble as trouble:
        print(f"{trouble}", file=sys.stderr)
        return 1


def parsed(arguments):
    parser = argparse.ArgumentParser("Scripts/benchmark", description=DESCRIPTION)
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument(
        "--gates", action="store_true",
        help="only hold Pledge's allocations and instructions against Benchmarks/Limits.toml",
    )
    mode.add_argument(
        "--tighten", action="store_true",
        help="measure as --gates does, and lower each limit that leaves more room than it should",
    )
    mode.add_argument(
        "--profile", metavar="NAME",
        help="show which functions take an operation's instructions, and which ones allocate",
    )
    mode.add_argument(
        "--plots", action="store_true", help="only redraw tables and plots from the last results"
    )
    mode.add_argument(
        "--older", action="store_true",
        help="only count what Pledge's modules take in the place of older libraries, and write that"
        " into the last results and Results.md",
    )
    parser.add_argument(
        "--peer", metavar="NAME", default="pledge",
        help="with --profile: whose operation, as in `benchmarks list`; pledge if not given",
    )
    parser.add_argument(
        "--workload", action="append", metavar="NAME", default=[],
        help="only this one, and with no other option only print it; may be repeated",
    )
    return parser.parse_args(arguments)


def command(options):
    if options.plots:
        redraw(saved())
        return 0
    program = Program.built()
    known = program.workloads()
    chosen = choose(known, options.workload)
    promised = budgets.read()
    if options.profile:
        profile(program, choose(known, [options.profile])[0], options.peer)
        return 0
    originals = older.read(older.PATH.read_text(), known)
    if options.older:
        return refresh(program, known)
    if options.gates or options.tighten:
        return gate(program, known, chosen, promised, originals, options.tighten)
    results = measuring.everything(program, chosen, promised)
    if options.workload:
        print(tables.page(promised, originals, json.loads(json.dumps(results))))
    else:
        save(results)
        redraw(saved())
    return 0


def choose(known, names):
    for name in names:
        if name not in known:
            raise Trouble(f"There is no workload {name}. There are: {', '.join(known)}")
    return [known[name] for name in names or known]


def profile(program, workload, peer):
    if peer not in (peers := workload.peers + workload.older):
        raise Trouble(f"{peer} does not do {workload.name}. Those do: {', '.join(peers)}")
    profiling.show(program, workload, peer)


def refresh(program, known):
    """Measures the modules for older libraries again; all other results stay as they are."""
    results = saved()
    results["older"] = older.measured(program, known.values())
    save(results)
    write_tables(saved())
    return 0


def gate(program, known, chosen, promised, originals, tighten):
    """Runs the gates, or makes them tighter; a gate looks at Pledge and at its modules."""
    text = limits.PATH.read_text()
    if tighten:
        gates.tighten(program, chosen, limits.parsed(text, shown(limits.PATH)), promised)
        return 0
    allowed = limits.read(text, known, promised, limits.history())
    passed = gates.run(program, chosen, allowed)
    return 0 if older.gate(program, chosen, originals, older.PATH.read_text()) and passed else 1


def save(results):
    FOLDER.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")


def saved():
    if not RESULTS.exists():
        raise Trouble(f"There is no {shown(RESULTS)} yet: run Scripts/benchmark first")
    try:
        return json.loads(RESULTS.read_text())
    except ValueError as error:
        raise Trouble(f"{shown(RESULTS)} is no JSON ({error}): run Scripts/benchmark again") from None


def redraw(results):
    """Writes Results.md and the plots, and says how many budgets hold."""
    promised = write_tables(results)
    checked([plotter(), DRIVER / "plots.py", RESULTS, PLOTS])
    shutil.copy(PLOTS / "time.svg", PICTURE)
    found = list(budgets.checks(promised, results))
    kept = sum(check.holds for check in found)
    print(f"{kept} of {len(found)} budgets hold; see {shown(TABLES)} and {shown(PLOTS)}")


def write_tables(results):
    promised = budgets.read()
    originals = older.parsed(older.PATH.read_text(), shown(older.PATH))
    # The README begins with the same table: that the two agree is checked.
    TABLES.write_text(summary.written(tables.page(promised, originals, results), results))
    README.write_text(summary.written(README.read_text(), results))
    return promised


def plotter():
    """Returns a Python that has matplotlib, in an environment of its own under .build."""
    folder = ROOT / ".build/plotting"
    python, wanted = folder / "bin/python", DRIVER / "requirements.txt"
    installed = folder / "requirements.txt"
    if not installed.exists() or installed.read_text() != wanted.read_text():
        print("Installing matplotlib in .build/plotting …", flush=True)
        try:
            venv.create(folder, clear=True, with_pip=True)
        except subprocess.CalledProcessError as error:
            remedy = "Scripts/setup python3-venv installs what it takes"
            raise Trouble(f"{error}\n{remedy}") from None
        checked([python, "-m", "pip", "install", "--quiet", "--requirement", wanted])
        installed.write_text(wanted.read_text())
    return python
