"""The command line of Scripts/Checks/recipes."""
import argparse
import concurrent.futures
import os

import alone
import building
import comments
import elsewhere
import manifests
import pages
import running
import tables

# A guard against what never ends; a busy machine is slow.
SECONDS = 60


def main(root, description, arguments):
    """Returns the status to exit with."""
    parser = argparse.ArgumentParser(
        "Scripts/Checks/recipes", description=description, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--times", type=int, default=1, help="how often each sample is run")
    times = parser.parse_args(arguments).times
    samples, found = read(root)
    here = [sample for sample in samples if not sample.file and not sample.is_manifest]
    fragments = [sample for sample in samples if sample.is_manifest]
    found += [
        (sample.page, *problem)
        for sample in samples
        if sample.file
        for problem in elsewhere.problems(root, sample)
    ]
    found += [(at.page, *problem) for at, *problem in manifests.problems(root, fragments)]
    are_manifests = manifests.compile(root / ".build/recipes/manifests", fragments)
    are_good, count_alone = compile_alone(root, found)
    program = building.compile(root, root / ".build/recipes", here)
    if program:
        found += run(program, here, times)
    for page, line, message in sorted(found):
        print(f"{page}:{line}: error: {message}", flush=True)
    if found or not program or not are_manifests or not are_good:
        return 1
    count = sum(bool(sample.stated) for sample in here)
    print(f"{len(samples) + count_alone} samples compile, {count} of them print what they say")
    return 0


def compile_alone(root, found):
    """Returns if the samples of modules by themselves compile, and their number; adds problems."""
    are_good, count = True, 0
    for module in alone.modules(root):
        samples, problems = alone.read(root, f"{alone.FOLDER}/{module}")
        found += problems
        are_good &= alone.compile(root, root / ".build/recipes" / module, module, samples)
        count += len(samples)
    return are_good, count


def read(root):
    """Returns the samples of every page, and what is wrong with how they are written."""
    samples, found = [], []
    for page in pages.names(root):
        text = (root / page).read_text()
        there, problems = pages.read(page, text)
        if page == tables.PAGE:
            there += tables.samples(text)
            problems += tables.problems(text, (root / "SPECIFICATION.md").read_text())
        samples += there
        found += [(page, *problem) for problem in problems]
    for page in comments.names(root):
        there, problems = comments.read(page, (root / page).read_text())
        samples += there
        found += [(page, *problem) for problem in problems]
    there, problems = alone.quoted(root)
    return samples + there, found + problems


def run(program, samples, times):
    jobs = [numbered for numbered in enumerate(samples) if numbered[1].stated] * times

    def complaint(job):
        problem = running.problem(program, *job, SECONDS)
        return (job[1].page, *problem) if problem else None

    with concurrent.futures.ThreadPoolExecutor(2 * os.cpu_count()) as pool:
        return list({problem for problem in pool.map(complaint, jobs) if problem})
