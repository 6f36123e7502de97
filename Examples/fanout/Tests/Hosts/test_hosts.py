"""Runs across hosts with faults: no item is lost or answered twice. It needs root, for network namespaces.

Every fault occurs when a share of the items is answered, and the verdict is the content of the ledger.
"""
import os
import pathlib
import signal
import tempfile
import time
import unittest

from authority import Authority
from network import Network
from programs import PORT, Coordinator, Program, Worker, answer, saved

ITEMS = int(os.environ.get("FANOUT_ITEMS", "10000"))
rows = []


def setUpModule():
    if os.geteuid() != 0:
        raise PermissionError("Network namespaces need root. Run this with sudo.")


def tearDownModule():
    print(f"\n| {ITEMS} items, 4 workers | answers | retried | second calls | time |\n|---|---|---|---|---|")
    print("\n".join(f"| {' | '.join(row)} |" for row in rows))


class Hosts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.authority = Authority(self.folder, "authority")
        self.network = Network()
        self.addCleanup(self.network.close)
        self.host = self.network.host()
        self.ledger = self.folder / "ledger.sqlite"

    def started(self, program):
        self.addCleanup(program.process.stdout.close)
        self.addCleanup(program.close)
        return program

    def workers(self, count=4, delay=0, loss=0.0, options=lambda number: ()):
        """Starts workers, each on a host of its own."""
        hosts = [self.network.host(delay, loss) for _ in range(count)]
        workers = [self.worker(host, number, *options(number)) for number, host in enumerate(hosts)]
        return [worker.ready() for worker in workers]

    def worker(self, host, number, *options):
        return self.started(Worker(host, number, *self.authority.options(host.address), *options))

    def run_with(self, workers, *options, items=ITEMS, ledger=None, credentials=None):
        credentials = credentials or self.authority.options(self.host.address)
        ledger = ledger or self.ledger
        return self.started(Coordinator(self.host, workers, items, ledger, *credentials, *options))

    def expect_flawless(self, run, title=None):
        """Expects that every item has exactly one correct answer, in the report and in the ledger."""
        code = run.finish()
        self.assertEqual(code, 0, run.output)
        self.assertIn(f"answered    {run.items} of {run.items}, each exactly once", run.output)
        rows_of_ledger = saved(run.ledger)
        self.assertEqual([item for item, _ in rows_of_ledger], list(range(run.items)))
        self.assertEqual([value % 2**64 for _, value in rows_of_ledger], [answer(item) for item in range(run.items)])
        if title:
            names = ("answered", "retried", "hedged", "time")
            report = [run.figure(name).partition(",")[0].partition(";")[0] for name in names]
            rows.append([title, *(text.removesuffix(" items") for text in report)])

    def test_nothing_fails(self):
        self.expect_flawless(self.run_with(self.workers()), "no fault")

    def test_a_worker_is_killed(self):
        workers = self.workers()
        run = self.run_with(workers)
        run.reach(0.3)
        workers[1].kill()
        self.expect_flawless(run, "a worker killed")

    def test_a_worker_is_terminated_and_drains(self):
        # It ends because its calls have ended, not because its time is over.
        workers = self.workers(options=lambda number: ("--drain", 3600))
        run = self.run_with(workers)
        run.reach(0.3)
        workers[1].send(signal.SIGTERM)
        self.assertEqual(workers[1].finish(), 0, workers[1].output)
        self.expect_flawless(run, "a worker terminated, which drains")

    def test_a_worker_is_stopped(self):
        workers = self.workers()
        run = self.run_with(workers)
        run.reach(0.3)
        workers[1].send(signal.SIGSTOP)
        self.expect_flawless(run, "a worker stopped (SIGSTOP)")

    def test_all_workers_are_stopped_and_one_continues(self):
        workers = self.workers()
        run = self.run_with(workers)
        run.reach(0.3)
        for worker in workers:
            worker.send(signal.SIGSTOP)
        time.sleep(6)  # Longer than the coordinator needs to notice it; the verdict does not depend on it.
        workers[2].send(signal.SIGCONT)
        self.expect_flawless(run, "all workers stopped, one continued")

    def test_a_worker_is_partitioned(self):
        workers = self.workers()
        run = self.run_with(workers)
        run.reach(0.3)
        workers[1].host.partition()
        self.expect_flawless(run, "a worker partitioned")

    def test_all_workers_are_partitioned_and_one_rejoins(self):
        workers = self.workers()
        run = self.run_with(workers)
        run.reach(0.3)
        for worker in workers:
            worker.host.partition()
        time.sleep(6)  # As above.
        workers[2].host.rejoin()
        self.expect_flawless(run, "all workers partitioned, one rejoined")

    def test_all_workers_are_killed_and_one_returns(self):
        workers = self.workers()
        run = self.run_with(workers)
        run.reach(0.3)
        for worker in workers:
            worker.kill()
        self.worker(workers[2].host, 2).ready()
        self.expect_flawless(run, "all workers killed, one restarted")
        self.assertRegex(run.figure("returned"), "worker 2 [1-9]")

    def test_three_of_four_workers_are_killed(self):
        workers = self.workers()
        run = self.run_with(workers)
        answered, start = run.reach(0.25), time.monotonic()
        for worker in workers[:3]:
            worker.kill()
        self.expect_flawless(run, "three of four workers killed")
        rest = time.monotonic() - start
        alone = self.run_with(workers[3:], items=ITEMS - answered, ledger=self.folder / "alone.sqlite")
        self.expect_flawless(alone)
        ratio = rest / (time.monotonic() - alone.start)
        rows[-1][0] += f"; the rest took {ratio:.2f} × the time of one worker"

    def test_packets_are_late_and_lost(self):
        run = self.run_with(self.workers(delay=50, loss=0.02), "--limit", "256")
        self.expect_flawless(run, "2 % loss and 50 ms delay in each direction")

    def test_the_coordinator_is_killed(self):
        workers = self.workers()
        first = self.run_with(workers)
        first.reach(0.3)
        first.send(signal.SIGKILL)
        self.assertEqual(first.finish(), -signal.SIGKILL)
        second = self.run_with(workers)
        self.expect_flawless(second, "the coordinator killed and restarted")
        self.assertGreaterEqual(int(second.figure("resumed").split()[0]), 0.25 * ITEMS)

    def test_the_coordinator_is_interrupted(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(number):
                workers, ledger = self.workers(), self.folder / f"{code}.sqlite"
                first = self.run_with(workers, ledger=ledger)
                first.reach(0.3)
                first.send(number)
                self.assertEqual(first.finish(), code, first.output)
                # Each worker has reported that it has no current calls: the discards have reached it.
                self.assertEqual(first.output.count("calls were canceled"), 4, first.output)
                name = number.name
                self.expect_flawless(self.run_with(workers, ledger=ledger), f"the coordinator ended ({name}) and restarted")

    def test_certificates_of_another_authority_are_refused(self):
        workers = self.workers(3)
        stranger = Authority(self.folder, "stranger")
        host = self.network.host()
        impostor = Worker(host, 3, *stranger.options(host.address, trust=self.authority))
        self.started(impostor).ready()
        credentials = stranger.options(self.host.address, trust=self.authority)
        refused = self.run_with(workers, ledger=self.folder / "refused.sqlite", credentials=credentials)
        self.assertEqual(refused.finish(), 1, refused.output)
        self.assertIn("one side does not trust the certificate of the other", refused.output)
        self.assertEqual(saved(refused.ledger), [])
        run = self.run_with([*workers, impostor])
        self.expect_flawless(run, "a worker with a wrong certificate")
        self.assertIn("worker 3    0 calls", run.output)

    def test_a_port_is_occupied(self):
        workers = self.workers()
        run = self.run_with(workers)
        run.reach(0.3)
        second = self.worker(workers[1].host, 1)
        self.assertEqual(second.finish(), 1)
        self.assertIn(f"cannot listen on {workers[1].host.address}:{PORT}: another program uses", second.output)
        self.expect_flawless(run, "a second worker on an occupied port")

    def test_a_worker_has_another_version(self):
        run = self.run_with(self.workers(options=lambda number: ("--version", 2) if number == 3 else ()))
        self.expect_flawless(run, "a worker of another version")
        self.assertRegex(run.output, "worker 3    0 calls.*it has version 2, not 1")

    def test_plaintext_between_hosts_is_refused(self):
        plain = self.started(Program(self.host, "run", "--connect", "10.77.0.9:7000"))
        self.assertEqual(plain.finish(), 1)
        self.assertIn("needs mutual TLS", plain.output)


if __name__ == "__main__":
    unittest.main()
