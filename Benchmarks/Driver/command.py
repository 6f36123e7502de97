"""The command line of Scripts/benchmark."""
import argparse
import json
import sys

import budgets
import gates
import limits
import measuring
import plots
import profiling
import size
import tables
from program import PACKAGE, ROOT, Program, Trouble, run

# Generated, and not part of the repository.
FOLDER = ROOT / ".build/benchmarks"
RESULTS = FOLDER / "Results.json"
TABLES, README, PICTURE = PACKAGE / "Results.md", ROOT / "README.md", ROOT / "Documentation/Saturation.svg"

DESCRIPTION = """Compares Pledge with its alternatives. Without an option, measures everything in about ten
minutes, and writes Benchmarks/Results.md and the table of the README."""


def main(arguments):
    try:
        return command(parsed(arguments))
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1


def parsed(arguments):
    parser = argparse.ArgumentParser("Scripts/benchmark", description=DESCRIPTION)
    mode = parser.add_mutually_exclusive_group()
    for option, help in {
        "--gates": "compare allocations and instructions with Benchmarks/Limits.toml and Originals.toml",
        "--tables": "only write the tables again, from the last results",
        "--saturation": "simulate a saturated server, and draw the plot of Documentation/Resilience.md",
    }.items():
        mode.add_argument(option, action="store_true", help=help)
    mode.add_argument("--profile", metavar="NAME", help="show which functions cost instructions and allocate")
    parser.add_argument("--peer", metavar="NAME", default="pledge", help="with --profile: the peer; pledge")
    parser.add_argument(
        "--workload", action="append", metavar="NAME", default=[],
        help="only this workload, and only print its results; may be repeated",
    )
    return parser.parse_args(arguments)


def command(options):
    if options.tables or options.saturation:
        saturate() if options.saturation else write()
        return 0
    program = Program.built()
    known = program.workloads() | size.WORKLOADS
    chosen = choose(known, options.workload)
    if options.profile:
        [workload] = choose(known, [options.profile])
        if options.peer not in (peers := [*workload.peers, *workload.older]):
            raise Trouble(f"{options.peer} does not do {workload.name}; the peers are {', '.join(peers)}")
        profiling.show(program, workload, options.peer)
    elif options.gates:
        return 0 if gates.run(program, chosen, limits.read(known)) else 1
    else:
        results = json.dumps(measuring.everything(program, chosen, budgets.read()), indent=1)
        if options.workload:
            print(page(json.loads(results)))
        else:
            FOLDER.mkdir(parents=True, exist_ok=True)
            RESULTS.write_text(results)
            write()
    return 0


def choose(known, names):
    for name in names:
        if name not in known:
            raise Trouble(f"there is no workload {name}; the workloads are {', '.join(known)}")
    return [known[name] for name in names or known]


def page(results):
    return tables.page(budgets.read(), limits.parsed(limits.ORIGINALS), results)


def write():
    """Writes Results.md and the table of the README."""
    if not RESULTS.exists():
        raise Trouble(f"there is no {RESULTS} yet; run Scripts/benchmark first")
    results = json.loads(RESULTS.read_text())
    TABLES.write_text(page(results))
    README.write_text(tables.with_summary(README.read_text(), results))


def saturate():
    """Runs the test that simulates a saturated server, and draws its figures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    figures = FOLDER / "Saturation.json"
    test = ["swift", "test", "--package-path", ROOT, "--test-product", "pledgePackageTests"]
    run("env", f"PLEDGE_SATURATION={figures}", *test, "--filter", "SaturationTests")
    PICTURE.write_text(plots.saturation(json.loads(figures.read_text())))
