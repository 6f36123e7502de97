"""Runs a command with a server on a free port of loopback, and with workers, one of which is killed in between.

local.py WORKERS COMMAND… replaces URL in the command by the server's address, which is also in JOBS_SERVER. When the
command ends, or this program is killed, nothing is left.
"""
import os
import signal
import subprocess
import sys
import tempfile

from harness import PROGRAM, Program, Server


def main(count, *command):
    # Ctrl-C is for the command, which then ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        workers = [Program(None, PROGRAM, "work", "--url", server.url) for _ in range(int(count))]
        run = Program(None, *(word.replace("URL", server.url) for word in command), start_new_session=False,
                      stderr=None, stdin=subprocess.DEVNULL, env={**os.environ, "JOBS_SERVER": server.url})
        alive = list(workers)
        while (line := run.next()) is not None:
            print(line, flush=True)
            if len(alive) == len(workers) > 1 and run.share() >= 0.3:
                alive.pop().kill()
                print(f"Killed one of {len(workers)} workers.", flush=True)
        for program in [*workers, server]:
            program.kill()
        return run.process.wait()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
