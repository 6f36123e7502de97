"""Runs with faults: no answer is lost, changes, or arrives twice. The hosts are network namespaces, which need root.

Each fault occurs when a share of the items is answered. The verdict is the content of the key-value store.
"""
import asyncio
import base64
import itertools
import json
import logging
import os
import pathlib
import signal
import ssl
import subprocess
import tempfile
import time
import unittest

import nats
from harness import PROGRAM, Network, Program, Server, entered

ITEMS = int(os.environ.get("JOBS_ITEMS", "10000"))
SUBMITTER, WORKER = ("published", "watched"), ("delivered", "claimed", "atWork", "answered", "acknowledged")
# Each time, asyncio warns of what nats-py does at the end of a connection.
logging.disable(logging.WARNING)


class Faults(unittest.TestCase):
    def setUp(self):
        self.assertEqual(os.geteuid(), 0, "Network namespaces need root. Run this with sudo.")
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.folder, self.network = pathlib.Path(folder.name), Network()
        self.addCleanup(self.network.close)
        self.home, self.office = self.network.host(), self.network.host()
        self.files = certificate(self.folder / "known", self.home.address)
        self.server = self.started(Server(self.folder / "store", self.home, self.files))

    def started(self, program):
        self.addCleanup(program.kill)
        return program

    def program(self, host, *words, files=None, **options):
        words += tuple(word for name, file in (files or self.files).items() for word in (f"--{name}", file))
        return self.started(Program(host, PROGRAM, *words, "--url", self.server.url, **options))

    def worker(self, host, **options):
        return self.program(host, "work", **options)

    def submitter(self, items=ITEMS, **options):
        self.start = time.monotonic()
        return self.program(self.office, "run", "--items", items, **options)

    def stored(self):
        """Returns the entries of the store, and the number of messages in the queue, without the program under test."""
        context = ssl.create_default_context(cafile=self.files["trust"])
        context.load_cert_chain(self.files["certificate"], self.files["key"])

        async def read():
            async with await nats.connect(self.server.url, tls=context) as connection:
                stream = connection.jetstream(timeout=60)
                entries = await (await stream.key_value("jobs")).history(">")
                return entries, (await stream.stream_info("jobs")).state.messages

        with entered(self.home.name):
            return asyncio.run(read())

    def expect_right(self, run, items=ITEMS):
        """Expects one right answer to each item, no key that was written twice, and soon an empty queue."""
        self.assertEqual(run.finish(), 0, run.output)
        self.assertIn(f"right       {items} of {items}", run.output)
        # The last acknowledgements follow the answers; the verdict does not depend on the time.
        end = time.monotonic() + 60
        while (found := self.stored())[1] and time.monotonic() < end:
            time.sleep(0.1)
        entries, queued = found
        self.assertEqual(queued, 0)
        self.assertEqual(len(entries), len({entry.key for entry in entries}))
        answers = [(entry.key.split(".")[1], value(entry)) for entry in entries if entry.key.startswith("answer.")]
        answers = sorted((id, text) for id, text in answers if text is not None)
        self.assertEqual(answers, sorted((f"item-{item}", str(item * item)) for item in range(items)))

    def endure(self, title, fault, **line):
        """Lets a fault occur when a share of the items is answered, and prints a row of the table in the README."""
        workers, run = [self.worker(self.network.host(**line)) for _ in range(4)], self.submitter()
        run.wait_for(lambda line: run.share() >= 0.3)
        run = fault(self, workers, run) or run
        self.expect_right(run)
        words = next(line for line in run.lines if line.startswith("attempts")).split()
        seconds = round(time.monotonic() - self.start, 1)
        print(f"\n| {title} | {ITEMS:,} | {words[1]} | {words[4]} | {seconds} s |", flush=True)

    def test_late_and_lost_packets(self):
        self.endure("2 % loss and 50 ms delay in each direction", FAULTS["none"], delay=0.05, loss=0.02)

    def interrupt(self, step, side):
        """Kills one side while a worker or the submitter has halted at a step of the protocol."""
        halt = {"env": {"JOBS_HALT": step}}
        worker = self.worker(self.network.host(), **(halt if step in WORKER else {}))
        # A worker ends if it finds no server, so it connects before the server is killed.
        worker.wait_for(lambda line: line.startswith("Working"))
        run = self.submitter(100, **(halt if step in SUBMITTER else {}))
        halted = worker if step in WORKER else run
        halted.wait_for(lambda line: line == f"Halt: {step}")
        os.waitid(os.P_PID, halted.process.pid, os.WSTOPPED | os.WNOWAIT)
        if side == "server":
            restart_server(self, [worker], run)
        elif side == "worker":
            restart_worker(self, [worker], run)
        else:
            run.kill()
            run = self.submitter(100)
        halted.resume()
        self.expect_right(run, 100)


def certificate(folder, address):
    """Creates a certificate of an address, which is its own authority, and returns the options with its files."""
    folder.mkdir()
    key, file = folder / "host.key", folder / "host.pem"
    new = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", file]
    subprocess.run(["openssl", "req", "-x509", "-days", "1", "-subj", "/CN=jobs", "-addext",
                    f"subjectAltName=IP:{address}", *new], check=True, capture_output=True)
    return {"certificate": file, "key": key, "trust": file}


def value(entry):
    """Returns the value of a stored outcome, or `None` if it has none."""
    found = json.loads(entry.value).get("value")
    return found and base64.b64decode(found["_0"]).decode()


def terminate(case, workers, run):
    workers[1].send(signal.SIGTERM)
    case.assertEqual(workers[1].finish(), 0, workers[1].output)


def kill(workers):
    for worker in workers:
        worker.kill()


def restart_worker(case, workers, run):
    kill(workers)
    case.worker(workers[-1].host)


def restart_server(case, workers, run):
    case.server.kill()
    case.server.start()


def restart_submitter(number, code):
    def fault(case, workers, run):
        run.send(number)
        case.assertEqual(run.finish(), code, run.output)
        if number != signal.SIGKILL:
            case.assertEqual(case.stored()[1], 0)  # The discards have reached the server.
        return case.submitter()
    return fault


def refuse_worker(case, workers, run):
    stranger = certificate(case.folder / "strange", case.home.address)
    impostor = case.worker(case.network.host(), files={**stranger, "trust": case.files["trust"]})
    case.assertEqual(impostor.finish(), 1, impostor.output)
    case.assertIn("There is no TLS connection to nats://", impostor.output)


def pause(victims):
    """Stops programs, or the lines of hosts, for longer than anything needs to notice it, and resumes the last one."""
    def fault(case, workers, run):
        for victim in victims(case, workers):
            victim.stop()
        time.sleep(6)
        victim.resume()
    return fault


FAULTS = {
    "none": lambda case, workers, run: None,
    "a worker killed": lambda case, workers, run: workers[1].kill(),
    "a worker terminated, which drains": terminate,
    "a worker stopped (SIGSTOP)": lambda case, workers, run: workers[1].stop(),
    "all workers stopped, one continued": pause(lambda case, workers: workers),
    "a worker partitioned": lambda case, workers, run: workers[1].host.stop(),
    "all workers partitioned, one rejoined": pause(lambda case, workers: [worker.host for worker in workers]),
    "all workers killed, one restarted": restart_worker,
    "three of four workers killed": lambda case, workers, run: kill(workers[:3]),
    "the server killed and restarted": restart_server,
    "the server stopped and continued": pause(lambda case, workers: [case.server]),
    "the server partitioned, and rejoined": pause(lambda case, workers: [case.home]),
    "the submitter partitioned, and rejoined": pause(lambda case, workers: [case.office]),
    "the submitter ended (SIGKILL) and restarted": restart_submitter(signal.SIGKILL, -9),
    "the submitter ended (SIGINT) and restarted": restart_submitter(signal.SIGINT, 130),
    "the submitter ended (SIGTERM) and restarted": restart_submitter(signal.SIGTERM, 143),
    "a worker with a wrong certificate": refuse_worker,
}


for title, fault in FAULTS.items():
    setattr(Faults, f"test {title}", lambda case, title=title, fault=fault: case.endure(title, fault))
for step, side in itertools.product(SUBMITTER + WORKER, ("server", "worker", "submitter")):
    setattr(Faults, f"test {side} killed at {step}", lambda case, step=step, side=side: case.interrupt(step, side))

if __name__ == "__main__":
    unittest.main()
