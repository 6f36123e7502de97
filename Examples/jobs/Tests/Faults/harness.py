"""Servers, workers, and submitters: nats-server and the built program, here or on the hosts of a network.

harness.py WORKERS COMMAND… starts a server on a free port of loopback, and workers, one of which is killed in between.
It replaces URL in the command by the server's address, which is also in JOBS_SERVER. When the command ends, or this
program is killed, nothing is left.
"""
import asyncio
import contextlib
import ctypes
import fcntl
import multiprocessing
import os
import pathlib
import queue
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading

# Set JOBS_PROGRAM to test another build.
PROGRAM = os.environ.get("JOBS_PROGRAM", pathlib.Path(__file__).parents[2] / ".build/debug/jobs")
# Far longer than anything takes: only a program that hangs exceeds it.
LIMIT = 600
TUNSETIFF, IFF_TAP, IFF_NO_PI = 0x400454CA, 0x0002, 0x1000


class Program:
    """A process whose lines are read while it runs, and which ends with this one, even if this one is killed."""

    def __init__(self, host, *command, env=None, **options):
        prefix = ["ip", "netns", "exec", host.name] if host else []
        options = {"stderr": subprocess.STDOUT, "start_new_session": True, **options}
        self.process = subprocess.Popen([*prefix, *map(str, command)], text=True, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, env={**os.environ, **(env or {})},
                                        preexec_fn=lambda: ctypes.CDLL(None).prctl(1, signal.SIGKILL), **options)
        self.host, self.send = host, self.process.send_signal
        self.lines, self.pending = [], queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        with self.process.stdout:
            for line in self.process.stdout:
                self.pending.put(line.rstrip("\n"))
        self.pending.put(None)

    def next(self):
        """Returns the next line, or `None` at the end."""
        line = self.pending.get(timeout=LIMIT)
        self.lines += [line] if line is not None else []
        return line

    def wait_for(self, matches):
        """Waits for a line that matches; fails if the program ends first."""
        while (line := self.next()) is None or not matches(line):
            assert line is not None, "The program has ended:\n" + self.output

    def share(self):
        """Returns the share of the items that are answered, according to the last line."""
        found = re.fullmatch(r"(\d+) of (\d+)", self.lines[-1])
        return int(found[1]) / int(found[2]) if found else 0

    def finish(self):
        """Waits for the end, and returns the exit code; that of a signal is negative."""
        while self.next() is not None:
            pass
        return self.process.wait(LIMIT)

    @property
    def output(self):
        return "\n".join(self.lines)

    def stop(self):
        self.send(signal.SIGSTOP)

    def resume(self):
        self.send(signal.SIGCONT)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Server(Program):
    def __init__(self, folder, host=None, files=None):
        address, port = host.address if host else "127.0.0.1", free_port()
        secure = ["--tlsverify", "--tlscert", files["certificate"], "--tlskey", files["key"], "--tlscacert",
                  files["trust"]] if files else []
        self.url = f"nats://{address}:{port}"
        self.command = [host, "nats-server", "--addr", address, "--port", port, "--jetstream", "--store_dir", folder,
                        *secure]
        self.start()

    def start(self):
        # Debian has it where the PATH of a user does not lead.
        super().__init__(*self.command, env={"PATH": os.environ["PATH"] + ":/usr/sbin"})
        self.wait_for(lambda line: "Server is ready" in line)


def free_port():
    """Returns a port that no client gets: one that connects again could otherwise take that of a server that restarts."""
    while True:
        port = random.randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.socket() as file:
            file.bind(("127.0.0.1", port))
            return port


def ip(*words):
    subprocess.run(["ip", *words], check=True)


class Network:
    def __init__(self):
        self.hosts, self.switch = [], f"jobs{os.getpid()}-switch"
        ip("netns", "add", self.switch)
        ip("-n", self.switch, "link", "add", "bridge", "up", "type", "bridge")

    def host(self, **line):
        """Adds a host. With a `delay` in seconds and a share `loss` of lost packets, its line is a relay."""
        self.hosts.append(Host(self.switch, len(self.hosts) + 1, **line))
        return self.hosts[-1]

    def close(self):
        for name in [*(host.name for host in self.hosts), self.switch]:
            ip("netns", "delete", name)


class Host:
    def __init__(self, switch, number, **line):
        self.switch, self.port = switch, f"port{number}"
        self.name, self.address = f"jobs{os.getpid()}-host{number}", f"10.77.0.{number}"
        ip("netns", "add", self.name)
        if line:
            with entered(switch):
                ends = interface(self.port), interface("line")
                multiprocessing.Process(target=relay, args=ends, kwargs=line, daemon=True).start()
                ip("link", "set", "line", "name", "eth0", "netns", self.name)
        else:
            ip("-n", switch, "link", "add", self.port, "type", "veth", "peer", "eth0", "netns", self.name)
        ip("-n", self.name, "address", "add", f"{self.address}/24", "dev", "eth0")
        for place, device in ((switch, self.port), (self.name, "lo"), (self.name, "eth0")):
            ip("-n", place, "link", "set", device, "up")
        self.resume()

    def stop(self):
        """Lets all packets from and to this host vanish; nobody is notified."""
        ip("-n", self.switch, "link", "set", self.port, "nomaster")

    def resume(self):
        ip("-n", self.switch, "link", "set", self.port, "master", "bridge")


@contextlib.contextmanager
def entered(name):
    """Moves the current thread to a namespace: what it creates belongs there."""
    with open(f"/run/netns/{name}") as there, open("/proc/thread-self/ns/net") as here:
        ctypes.CDLL(None).setns(there.fileno(), 0)
        try:
            yield
        finally:
            ctypes.CDLL(None).setns(here.fileno(), 0)


def interface(name):
    """Creates a virtual network interface, and returns the file from which its packets are read."""
    file = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(file, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TAP | IFF_NO_PI))
    return file


def relay(*ends, delay, loss):
    """Delays and loses packets between two interfaces, as netem does, which many kernels of virtual machines lack."""
    loop, chance = asyncio.new_event_loop(), random.Random(1)

    def forward(source, target):
        packet = os.read(source, 65536)
        if chance.random() >= loss:
            loop.call_later(delay, os.write, target, packet)

    for source, target in (ends, ends[::-1]):
        loop.add_reader(source, forward, source, target)
    # An interface that is down, or whose queue is full, loses its packets.
    loop.set_exception_handler(lambda _, context: None)
    loop.run_forever()


def main(count, *command):
    # Ctrl-C is for the command, which then ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        workers = [Program(None, PROGRAM, "work", "--url", server.url) for _ in range(int(count))]
        run = Program(None, *(word.replace("URL", server.url) for word in command), start_new_session=False,
                      stderr=None, env={"JOBS_SERVER": server.url})
        victims = workers[1:2]
        for line in iter(run.next, None):
            print(line, flush=True)
            if victims and run.share() >= 0.3:
                victims.pop().kill()
                print(f"Killed one of {len(workers)} workers.", flush=True)
        for program in [*workers, server]:
            program.kill()
        return run.process.wait()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
