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

from authority import Authority
from network import Network
from programs import PROGRAM, Program, Server, answer

ITEMS = int(os.environ.get("JOBS_ITEMS", "10000"))
SUBMITTER, WORKER = ("published", "watched"), ("delivered", "claimed", "atWork", "answered", "acknowledged")
rows = []


def tearDownModule():
    print(f"\n| {ITEMS} items, 4 workers | right | attempts failed | took too long | time |\n|---|---|---|---|---|")
    print("\n".join(f"| {' | '.join(row)} |" for row in rows))


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def started(self, program):
        self.addCleanup(program.process.stdout.close)
        self.addCleanup(program.close)
        return program

    def program(self, host, *words, files=None):
        options = [word for name in files or {} for word in (f"--{name}", files[name])]
        return self.started(Program(host, PROGRAM, *words, "--url", self.server.url, *options))

    def expect_right(self, items):
        """Expects one right answer to each item in the store, no key that was written twice, and, soon, an empty queue."""
        while (waiting := self.server.stored())[1]:
            time.sleep(0.1)  # The last acknowledgements follow the answers; the verdict does not depend on the time.
        stored = waiting[0]
        keys = [key for key, _ in stored]
        self.assertEqual(len(keys), len(set(keys)))
        values = [(key.split(".")[1], value[1:]) for key, value in stored if key.startswith("answer.") and value[0] == "v"]
        self.assertEqual(sorted(values), sorted((f"item-{item}", str(answer(item))) for item in range(items)))


class Faults(Case):
    def setUp(self):
        super().setUp()
        if os.geteuid() != 0:
            raise PermissionError("Network namespaces need root. Run this with sudo.")
        self.authority = Authority(self.folder, "authority")
        self.network = Network()
        self.addCleanup(self.network.close)
        self.home, self.office = self.network.host(), self.network.host()
        self.files = {host: self.authority.files(host.address) for host in (self.home, self.office)}
        self.server = self.started(Server(self.folder / "store", self.home, self.files[self.home]))

    def workers(self, count=4, delay=0, loss=0.0):
        return [self.worker(self.network.host(delay, loss)) for _ in range(count)]

    def worker(self, host, authority=None):
        files = (authority or self.authority).files(host.address, trust=self.authority)
        worker = self.program(host, "work", files=files)
        worker.host = host
        return worker

    def submitter(self, *options):
        self.start = time.monotonic()
        return self.program(self.office, "run", "--items", ITEMS, *options, files=self.files[self.office])

    def reached(self, run, share=0.3):
        run.wait_for(lambda line: line.endswith(f" of {ITEMS}") and int(line.split()[0]) >= share * ITEMS)
        return run

    def expect_flawless(self, run, title):
        code = run.finish()
        self.assertEqual(code, 0, run.output)
        self.assertIn(f"right       {ITEMS} of {ITEMS}", run.output)
        self.expect_right(ITEMS)
        words = next(line for line in run.lines if line.startswith("attempts")).split()
        rows.append([title, f"{ITEMS:,}", words[1], words[4], f"{time.monotonic() - self.start:.1f} s"])

    def during(self, title, fault):
        """Runs with a fault, which is a function of the workers."""
        workers = self.workers()
        run = self.reached(self.submitter())
        fault(workers)
        self.expect_flawless(run, title)

    def pause(self, stop, resume):
        """Stops something for longer than anything notices it; the verdict does not depend on the time."""
        stop()
        time.sleep(6)
        resume()

    def test_nothing(self):
        self.during("none", lambda workers: None)

    def test_a_worker_is_killed(self):
        self.during("a worker killed", lambda workers: workers[1].kill())

    def test_a_worker_is_terminated_and_drains(self):
        def terminate(workers):
            workers[1].send(signal.SIGTERM)
            self.assertEqual(workers[1].finish(), 0, workers[1].output)
        self.during("a worker terminated, which drains", terminate)

    def test_a_worker_is_stopped(self):
        self.during("a worker stopped (SIGSTOP)", lambda workers: workers[1].send(signal.SIGSTOP))

    def test_all_workers_are_stopped(self):
        def stop(workers):
            stopped = lambda: [worker.send(signal.SIGSTOP) for worker in workers]
            self.pause(stopped, lambda: workers[2].send(signal.SIGCONT))
        self.during("all workers stopped, one continued", stop)

    def test_a_worker_is_partitioned(self):
        self.during("a worker partitioned", lambda workers: workers[1].host.partition())

    def test_all_workers_are_partitioned(self):
        def partition(workers):
            self.pause(lambda: [worker.host.partition() for worker in workers], workers[2].host.rejoin)
        self.during("all workers partitioned, one rejoined", partition)

    def test_all_workers_are_killed(self):
        def kill(workers):
            for worker in workers:
                worker.kill()
            self.worker(workers[2].host)
        self.during("all workers killed, one restarted", kill)

    def test_three_of_four_workers_are_killed(self):
        self.during("three of four workers killed", lambda workers: [worker.kill() for worker in workers[:3]])

    def test_packets_are_late_and_lost(self):
        self.workers(delay=50, loss=0.02)
        self.expect_flawless(self.submitter(), "2 % loss and 50 ms delay in each direction")

    def test_the_server_is_killed(self):
        def kill(workers):
            self.server = self.started(self.server.restarted())
        self.during("the server killed and restarted", kill)

    def test_the_server_is_stopped(self):
        stop, resume = (lambda number=number: self.server.send(number) for number in (signal.SIGSTOP, signal.SIGCONT))
        self.during("the server stopped and continued", lambda workers: self.pause(stop, resume))

    def test_the_server_is_partitioned(self):
        self.during("the server partitioned, and rejoined", lambda workers: self.pause(self.home.partition, self.home.rejoin))

    def test_the_submitter_is_partitioned(self):
        partition, rejoin = self.office.partition, self.office.rejoin
        self.during("the submitter partitioned, and rejoined", lambda workers: self.pause(partition, rejoin))

    def test_the_submitter_ends(self):
        for number, code in ((signal.SIGKILL, -9), (signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(number):
                self.doCleanups()
                self.setUp()
                self.workers()
                first = self.reached(self.submitter())
                first.send(number)
                self.assertEqual(first.finish(), code, first.output)
                if number != signal.SIGKILL:
                    # The discards have reached the server.
                    self.assertEqual(self.server.stored()[1], 0)
                self.expect_flawless(self.submitter(), f"the submitter ended ({number.name}) and restarted")

    def test_certificates_of_another_authority_are_refused(self):
        self.workers(3)
        impostor = self.worker(self.network.host(), Authority(self.folder, "stranger"))
        self.assertEqual(impostor.finish(), 1, impostor.output)
        self.assertIn("There is no TLS connection to nats://", impostor.output)
        self.expect_flawless(self.submitter(), "a worker with a wrong certificate")


class Steps(Case):
    """One side is killed while another has stopped at a step of the protocol."""

    def test_each_side_is_killed_at_each_step(self):
        for step, side in itertools.product(SUBMITTER + WORKER, ("server", "worker", "submitter")):
            with self.subTest(step=step, killed=side):
                self.setUp()
                self.interrupt(step, side)
                self.doCleanups()

    def interrupt(self, step, side):
        self.server = self.started(Server(self.folder / "store"))
        pause = ["--pause", step]
        worker = self.program(None, "work", *(pause if step in WORKER else []))
        start = lambda *options: self.program(None, "run", "--items", 100, *options)
        run = start(*(pause if step in SUBMITTER else []))
        paused = worker if step in WORKER else run
        paused.wait_for(lambda line: line.startswith(f"Paused: {step} "))
        if side == "server":
            self.server = self.started(self.server.restarted())
        elif side == "worker":
            worker.kill()
            self.program(None, "work")
        else:
            run.kill()
            run = start()
        paused.resume()
        self.assertEqual(run.finish(), 0, run.output)
        self.assertIn("right       100 of 100", run.output)
        self.expect_right(100)


if __name__ == "__main__":
    unittest.main()
