"""Samples that need a package of their own, or that the compiler has to refuse."""
import re

REMARK = re.compile(r"\s*//.*")
# What is refused is in here, where Scripts/Checks/must-not-compile sees to it.
REFUSED = "Tests/Clients/MustNotCompile/"


def problems(root, sample):
    """Yields the line of each line of a sample that is not in the file that it names, and why."""
    file = root / sample.file
    if not file.exists():
        yield sample.line - 2, f"there is no {sample.file}"
        return
    if sample.is_refused != sample.file.startswith(REFUSED):
        verb = "refused" if sample.file.startswith(REFUSED) else "compiled"
        yield sample.line - 2, f"{sample.file} is {verb}: write <!-- {verb} in {sample.file} -->"
    lines = file.read_text().splitlines()
    expected = [line.removeprefix("// expect: ") for line in lines]
    if sample.is_refused and sample.quoted and sample.quoted not in expected:
        number = sample.line + len(sample.text.splitlines()) + 1
        yield number, f"{sample.file} does not expect that the compiler says: {sample.quoted}"
    there = {bare(text) for text in lines}
    for number, text in enumerate(sample.text.splitlines(), sample.line):
        if (code := bare(text)) and code not in there:
            yield number, f"{sample.file} does not have the line: {code}"


def bare(line):
    return REMARK.sub("", line).strip()
