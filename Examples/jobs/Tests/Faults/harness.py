"""Servers, workers, and submitters: nats-server and the built program, here or on the hosts of a network."""
import base64
import collections
import contextlib
import ctypes
import fcntl
import json
import multiprocessing
import os
import pathlib
import queue
import random
import re
import select
import signal
import socket
import ssl
import struct
import subprocess
import threading
import time

# Set JOBS_PROGRAM to test another build.
PROGRAM = os.environ.get("JOBS_PROGRAM", pathlib.Path(__file__).parents[2] / ".build/debug/jobs")
# Far longer than anything takes: only a program that hangs exceeds it.
LIMIT = 600
TUNSETIFF, IFF_TAP, IFF_NO_PI = 0x400454CA, 0x0002, 0x1000
# As long as the transmission queue of a network interface.
LONGEST_QUEUE = 1000


def value(outcome):
    """Returns the value of a stored outcome, or `None` if it has none."""
    found = json.loads(outcome).get("value")
    return found and base64.b64decode(found["_0"]).decode()


def end_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Program:
    """A process whose lines are read while it runs, and which ends with this one, even if this one is killed."""

    def __init__(self, host, *command, **options):
        prefix = ["ip", "netns", "exec", host.name] if host else []
        options = {"stdin": subprocess.PIPE, "stderr": subprocess.STDOUT, "start_new_session": True, **options}
        self.process = subprocess.Popen([*prefix, *map(str, command)], text=True, stdout=subprocess.PIPE,
                                        preexec_fn=end_with_parent, **options)
        self.lines, self.pending, self.send = [], queue.Queue(), self.process.send_signal
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
        if self.process.stdin:
            self.process.stdin.close()


class Server(Program):
    def __init__(self, folder, host=None, files=None, port=None):
        self.folder, self.host, self.files = folder, host, files
        self.address, self.port = host.address if host else "127.0.0.1", port or free_port()
        self.url = f"nats://{self.address}:{self.port}"
        secure = ["--tlsverify", "--tlscert", files["certificate"], "--tlskey", files["key"], "--tlscacert",
                  files["trust"]] if files else []
        # Debian has it where the PATH of a user does not lead.
        path = {"PATH": os.environ["PATH"] + ":/usr/sbin"}
        super().__init__(host, "nats-server", "--addr", self.address, "--port", self.port, "--jetstream",
                         "--store_dir", folder, *secure, env={**os.environ, **path})
        self.wait_for(lambda line: "Server is ready" in line)

    def restarted(self):
        self.kill()
        return Server(self.folder, self.host, self.files, self.port)

    def stored(self):
        """Returns the entries of the store, and the number of messages in the queue, without the program under test."""
        with entered(self.host.name) if self.host else contextlib.nullcontext():
            connection = socket.create_connection((self.address, self.port), LIMIT)
        connection.recv(65536)
        if self.files:
            context = ssl.create_default_context(cafile=self.files["trust"])
            context.load_cert_chain(self.files["certificate"], self.files["key"])
            connection = context.wrap_socket(connection, server_hostname=self.address)
        reading = {"deliver_subject": "entries", "deliver_policy": "all", "ack_policy": "none"}
        reading = json.dumps({"stream_name": "KV_jobs", "config": reading})
        lines = ['CONNECT {"verbose":false}', "SUB reply.* 1", "SUB entries 2", "PUB $JS.API.STREAM.INFO.jobs reply.queue 0", "",
                 f"PUB $JS.API.CONSUMER.CREATE.KV_jobs reply.entries {len(reading)}", reading]
        with connection, connection.makefile("rwb") as file:
            file.write("".join(line + "\r\n" for line in lines).encode())
            file.flush()
            replies, entries = {}, []
            while len(replies) < 2 or len(entries) < replies["reply.entries"]["num_pending"]:
                words = file.readline().decode().split()
                if words[0] == "MSG":
                    data = file.read(int(words[-1]) + 2)[:-2]
                    if words[2] == "1":
                        replies[words[1]] = json.loads(data)
                    else:
                        entries.append((words[1].removeprefix("$KV.jobs."), data))
        return entries, replies["reply.queue"]["state"]["messages"]


def free_port():
    """Returns a port that no client gets: one that connects again could otherwise take that of a server that restarts."""
    while True:
        port = random.randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.socket() as file:
            file.bind(("127.0.0.1", port))
            return port


def certificates(folder, address):
    """Creates an authority and a certificate of an address, which all programs show, and returns the files."""
    files = {"certificate": folder / "server.pem", "key": folder / "server.key", "trust": folder / "authority.pem"}
    signer = folder / "authority.key"
    folder.mkdir()
    request(files["trust"], signer)
    request(files["certificate"], files["key"], "-addext", f"subjectAltName=IP:{address}", "-CA", files["trust"],
            "-CAkey", signer)
    return files


def request(certificate, key, *options):
    new = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", certificate]
    subprocess.run(["openssl", "req", "-x509", "-days", "1", "-subj", f"/CN={certificate.stem}", *new, *options],
                   check=True, capture_output=True)


def ip(*words):
    subprocess.run(["ip", *words], check=True)


class Network:
    def __init__(self):
        self.hosts, self.switch = [], f"jobs{os.getpid()}-switch"
        ip("netns", "add", self.switch)
        ip("-n", self.switch, "link", "add", "bridge", "up", "type", "bridge")

    def host(self, delay=0, loss=0.0):
        """Adds a host. With a delay in milliseconds or a share of lost packets, its line is a relay."""
        self.hosts.append(Host(self.switch, len(self.hosts) + 1, delay, loss))
        return self.hosts[-1]

    def close(self):
        for name in [*(host.name for host in self.hosts), self.switch]:
            ip("netns", "delete", name)


class Host:
    def __init__(self, switch, number, delay, loss):
        self.switch, self.port = switch, f"port{number}"
        self.name, self.address = f"jobs{os.getpid()}-host{number}", f"10.77.0.{number}"
        ip("netns", "add", self.name)
        if delay or loss:
            with entered(switch):
                ends = interface(self.port), interface("line")
                multiprocessing.Process(target=relay, args=(ends, delay / 1000, loss), daemon=True).start()
                ip("link", "set", "line", "name", "eth0", "netns", self.name)
        else:
            ip("-n", switch, "link", "add", self.port, "type", "veth", "peer", "eth0", "netns", self.name)
        ip("-n", switch, "link", "set", self.port, "up")
        ip("-n", self.name, "address", "add", f"{self.address}/24", "dev", "eth0")
        for device in ("lo", "eth0"):
            ip("-n", self.name, "link", "set", device, "up")
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


def relay(ends, delay, loss):
    """Delays and loses packets between two interfaces, as netem does, which many kernels of virtual machines lack."""
    # Fixed, although the packets differ between runs.
    packets, chance, other = collections.deque(), random.Random(1), dict(zip(ends, ends[::-1]))
    while True:
        wait = max(packets[0][0] - time.monotonic(), 0) if packets else None
        for end in select.select(ends, [], [], wait)[0]:
            with contextlib.suppress(OSError):  # The interface is down.
                packet = os.read(end, 65536)
                if chance.random() >= loss and len(packets) < LONGEST_QUEUE:
                    packets.append((time.monotonic() + delay, other[end], packet))
        while packets and packets[0][0] <= time.monotonic():
            with contextlib.suppress(OSError):  # As above; also a queue of the kernel that is full.
                os.write(*packets.popleft()[1:])
