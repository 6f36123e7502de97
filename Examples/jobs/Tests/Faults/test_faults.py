"""Runs with faults: no answer is lost, changes, or arrives twice. The hosts are network namespaces, which need root.

Each fault occurs when a share of the items is answered. The verdict is the content of the key-value store.
"""
import itertools
import os
import pathlib
import signal
import tempfile
import time
import unittest

from harness import PROGRAM, Network, Program, Server, certificates, value

ITEMS = int(os.environ.get("JOBS_ITEMS", "10000"))
SUBMITTER, WORKER = ("published", "watched"), ("delivered", "claimed", "atWork", "answered", "acknowledged")
rows = []


def tearDownModule():
    print(f"\n| fault, with {ITEMS} items and 4 workers | right | attempts failed | too long | time |\n|---|---|---|---|---|")
    print("\n".join(f"| {' | '.join(row)} |" for row in rows))


class Case(unittest.TestCase):
    files = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def again(self):
        self.doCleanups()
        self.setUp()

    def started(self, program):
        self.addCleanup(program.kill)
        return program

    def program(self, host, *words, files=None):
        options = [word for name, file in (files or self.files or {}).items() for word in (f"--{name}", file)]
        return self.started(Program(host, PROGRAM, *words, "--url", self.server.url, *options))

    def expect_right(self, run, items):
        """Expects one right answer to each item, no key that was written twice, and soon an empty queue."""
        self.assertEqual(run.finish(), 0, run.output)
        self.assertIn(f"right       {items} of {items}", run.output)
        # The last acknowledgements follow the answers; the verdict does not depend on the time.
        end = time.monotonic() + 60
        while (found := self.server.stored())[1] and time.monotonic() < end:
            time.sleep(0.1)
        self.assertEqual(found[1], 0)
        keys = [key for key, _ in found[0]]
        self.assertEqual(len(keys), len(set(keys)))
        answers = [(key.split(".")[1], value(data)) for key, data in found[0] if key.startswith("answer.")]
        answers = sorted((id, text) for id, text in answers if text is not None)
        self.assertEqual(answers, sorted((f"item-{item}", str(item * item)) for item in range(items)))


class Faults(Case):
    def setUp(self):
        super().setUp()
        self.assertEqual(os.geteuid(), 0, "Network namespaces need root. Run this with sudo.")
        self.network = Network()
        self.addCleanup(self.network.close)
        self.home, self.office = self.network.host(), self.network.host()
        self.files = certificates(self.folder / "known", self.home.address)
        self.server = self.started(Server(self.folder / "store", self.home, self.files))

    def worker(self, host, files=None):
        worker = self.program(host, "work", files=files)
        worker.host = host
        return worker

    def workers(self, count, **line):
        return [self.worker(self.network.host(**line)) for _ in range(count)]

    def submitter(self):
        self.start = time.monotonic()
        return self.program(self.office, "run", "--items", ITEMS)

    def reached(self, run):
        run.wait_for(lambda line: run.share() >= 0.3)
        return run

    def expect_flawless(self, run, title):
        self.expect_right(run, ITEMS)
        words = next(line for line in run.lines if line.startswith("attempts")).split()
        rows.append([title, f"{ITEMS:,}", words[1], words[4], f"{time.monotonic() - self.start:.1f} s"])

    def test_each_fault(self):
        for title, fault in FAULTS.items():
            with self.subTest(title):
                self.again()
                workers, run = self.workers(4), self.reached(self.submitter())
                fault(self, workers)
                self.expect_flawless(run, title)

    def test_packets_are_late_and_lost(self):
        self.workers(4, delay=50, loss=0.02)
        self.expect_flawless(self.submitter(), "2 % loss and 50 ms delay in each direction")

    def test_the_submitter_ends(self):
        for number, code in ((signal.SIGKILL, -9), (signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(number):
                self.again()
                self.workers(4)
                first = self.reached(self.submitter())
                first.send(number)
                self.assertEqual(first.finish(), code, first.output)
                if number != signal.SIGKILL:
                    self.assertEqual(self.server.stored()[1], 0)  # The discards have reached the server.
                self.expect_flawless(self.submitter(), f"the submitter ended ({number.name}) and restarted")

    def test_certificates_of_another_authority_are_refused(self):
        self.workers(3)
        stranger = certificates(self.folder / "strange", self.home.address)
        impostor = self.worker(self.network.host(), {**stranger, "trust": self.files["trust"]})
        self.assertEqual(impostor.finish(), 1, impostor.output)
        self.assertIn("There is no TLS connection to nats://", impostor.output)
        self.expect_flawless(self.submitter(), "a worker with a wrong certificate")


def terminate(case, workers):
    workers[1].send(signal.SIGTERM)
    case.assertEqual(workers[1].finish(), 0, workers[1].output)


def kill(case, workers):
    for worker in workers:
        worker.kill()


def restart(case, workers):
    case.server = case.started(case.server.restarted())


def paused(victims):
    """Stops programs, or the lines of hosts, for longer than anything needs to notice it, and resumes the last one."""
    def fault(case, workers):
        for victim in victims(case, workers):
            victim.stop()
        time.sleep(6)
        victim.resume()
    return fault


FAULTS = {
    "none": lambda case, workers: None,
    "a worker killed": lambda case, workers: workers[1].kill(),
    "a worker terminated, which drains": terminate,
    "a worker stopped (SIGSTOP)": lambda case, workers: workers[1].stop(),
    "all workers stopped, one continued": paused(lambda case, workers: workers),
    "a worker partitioned": lambda case, workers: workers[1].host.stop(),
    "all workers partitioned, one rejoined": paused(lambda case, workers: [worker.host for worker in workers]),
    "all workers killed, one restarted": lambda case, workers: (kill(case, workers), case.worker(workers[2].host)),
    "three of four workers killed": lambda case, workers: kill(case, workers[:3]),
    "the server killed and restarted": restart,
    "the server stopped and continued": paused(lambda case, workers: [case.server]),
    "the server partitioned, and rejoined": paused(lambda case, workers: [case.home]),
    "the submitter partitioned, and rejoined": paused(lambda case, workers: [case.office]),
}


class Steps(Case):
    """One side is killed while another has stopped at a step of the protocol."""

    def test_each_side_is_killed_at_each_step(self):
        for step, side in itertools.product(SUBMITTER + WORKER, ("server", "worker", "submitter")):
            with self.subTest(step=step, killed=side):
                self.again()
                self.interrupt(step, side)

    def interrupt(self, step, side):
        self.server = self.started(Server(self.folder / "store"))
        pause, submit = ["--pause", step], ["run", "--items", 100]
        worker = self.program(None, "work", *(pause if step in WORKER else []))
        run = self.program(None, *submit, *(pause if step in SUBMITTER else []))
        halted = worker if step in WORKER else run
        halted.wait_for(lambda line: line.startswith(f"Paused: {step} "))
        if side == "server":
            restart(self, [])
        elif side == "worker":
            worker.kill()
            self.program(None, "work")
        else:
            run.kill()
            run = self.program(None, *submit)
        if halted.process.poll() is None:
            halted.process.stdin.write("\n")
            halted.process.stdin.flush()
        self.expect_right(run, 100)


if __name__ == "__main__":
    unittest.main()
