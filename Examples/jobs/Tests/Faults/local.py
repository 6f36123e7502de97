"""Runs a command with a server on a free port of loopback, and with workers, one of which is killed in between.

local.py WORKERS COMMAND… replaces URL in the command by the server's address, which is also in JOBS_SERVER. When the
command ends, or this program is killed, nothing is left.
"""
import os
import re
import signal
import sys
import tempfile

from programs import PROGRAM, Program, Server


def main(workers, *command):
    # Ctrl-C is for the command, which then ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        workers = [Program(None, PROGRAM, "work", "--url", server.url) for _ in range(int(workers))]
        victim = workers[0] if len(workers) > 1 else None
        run = Program(None, *(word.replace("URL", server.url) for word in command), start_new_session=False,
                      stderr=None, env={**os.environ, "JOBS_SERVER": server.url})
        run.process.stdin.close()
        while (line := run.next()) is not None:
            print(line, flush=True)
            found = re.fullmatch(r"(\d+) of (\d+)", line)
            if victim and found and int(found[1]) >= 0.3 * int(found[2]):
                victim.kill()
                print(f"Killed one of {len(workers)} workers.")
                victim = None
        for program in [*workers, server]:
            program.close()
        return run.process.wait()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
