"""Runs a sample, and compares what it prints with what the page says."""
import os
import re
import subprocess
import threading

# A place in a source file, as a report has it: which file and line a reader has is not known here.
PLACE = re.compile(r"[\w-]+/[\w.+-]+\.(?:swift|md):\d+")


def problem(program, number, sample, seconds):
    """Returns the line and the text of what is wrong with what a sample prints, if anything is."""
    stated = [line for _, line in sample.stated]
    printed, status, has_ended = output(program, number, len(stated), seconds)
    pairs = zip(bare(stated), bare(printed))
    differs = next((at for at, (left, right) in enumerate(pairs) if left != right), None)
    if differs is not None:
        message = f"it says that it prints “{stated[differs]}”, and prints “{printed[differs]}”"
        return sample.stated[differs][0], message + listed(printed)
    if len(printed) > len(stated):
        return sample.stated[-1][0], f"it prints “{printed[len(stated)]}” as well" + listed(printed)
    if len(printed) < len(stated):
        line, missing = sample.stated[len(printed)]
        when = f"within {seconds} s" if not has_ended else "before it ends"
        return line, f"it does not print “{missing}” {when}" + listed(printed)
    if not has_ended:
        return sample.line, f"it prints what it says, and does not end within {seconds} s"
    return (sample.line, f"it ends with the status {status}") if status else None


def listed(printed):
    """Returns what was printed, for a message."""
    return "; all it prints:\n" + "\n".join(f"    {line}" for line in printed) if printed else ""


def output(program, number, count, seconds):
    """Returns the lines that a sample prints, its status, and whether it ended by itself.

    It ends when it has returned and its input has, so handlers on other threads have the time they
    need. What it prints on standard error is among its lines.
    """
    process = subprocess.Popen(
        [program, str(number)],
        cwd=program.parent,
        env=os.environ | {"SWIFT_BACKTRACE": "enable=no"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    hung = threading.Event()
    guard = threading.Timer(seconds, lambda: (hung.set(), process.kill()))
    guard.start()
    with process:
        lines = []
        while len(lines) < count and (line := process.stdout.readline()):
            lines.append(line.rstrip("\n"))
        process.stdin.close()
        lines += process.stdout.read().splitlines()
        status = process.wait()
    guard.cancel()
    return lines, status, not hung.is_set()


def bare(lines):
    """Returns lines with their places numbered, so that the same ones stay the same."""
    places = {}

    def number(place):
        return f"place {places.setdefault(place[0], len(places))}"

    return [PLACE.sub(number, line) for line in lines]
