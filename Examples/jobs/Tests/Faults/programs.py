"""Servers, workers, and submitters: Debian's nats-server and the built program, here or on the hosts of a network."""
import ctypes
import json
import os
import pathlib
import queue
import signal
import socket
import ssl
import subprocess
import threading

# Set JOBS_PROGRAM to test another build.
PROGRAM = os.environ.get("JOBS_PROGRAM", pathlib.Path(__file__).parents[2] / ".build/debug/jobs")
# Far longer than anything takes: only a program that hangs exceeds it.
LIMIT = 600
MASK = 2**64 - 1


def answer(item):
    """Returns the correct answer to an item, which does not depend on the program: SplitMix64's finalizer."""
    mixed = (item + 0x9E37_79B9_7F4A_7C15) & MASK
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58_476D_1CE4_E5B9 & MASK
    mixed = (mixed ^ (mixed >> 27)) * 0x94D0_49BB_1331_11EB & MASK
    return mixed ^ (mixed >> 31)


def end_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Program:
    """A process whose lines are read while it runs, and which ends with this one, even if this one is killed."""

    def __init__(self, host, *command, **options):
        prefix = ["ip", "netns", "exec", host.name] if host else []
        self.process = subprocess.Popen(
            [*prefix, *map(str, command)], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            preexec_fn=end_with_parent, **{"stderr": subprocess.STDOUT, "start_new_session": True, **options},
        )
        self.lines, self.pending = [], queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.pending.put(line.rstrip("\n"))
        self.pending.put(None)

    def next(self):
        """Returns the next line, or `None` at the end."""
        line = self.pending.get(timeout=LIMIT)
        if line is not None:
            self.lines.append(line)
        return line

    def wait_for(self, matches):
        """Waits for a line that matches, and returns it; fails if the program ends first."""
        while (line := self.next()) is not None:
            if matches(line):
                return line
        raise AssertionError("The program has ended:\n" + self.output)

    def finish(self):
        """Waits for the end, and returns the exit code; that of a signal is negative."""
        while self.next() is not None:
            pass
        return self.process.wait(LIMIT)

    @property
    def output(self):
        return "\n".join(self.lines)

    def send(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def resume(self):
        """Ends a pause."""
        if self.process.poll() is None:
            self.process.stdin.write("\n")
            self.process.stdin.flush()

    def close(self):
        self.kill()
        self.process.stdin.close()


class Server(Program):
    def __init__(self, folder, host=None, files=None, port=None):
        self.folder, self.host, self.files = folder, host, files
        self.address = host.address if host else "127.0.0.1"
        self.port = port or free_port()
        self.url = f"nats://{self.address}:{self.port}"
        names = {"certificate": "tlscert", "key": "tlskey", "trust": "tlscacert"}
        secure = ["--tlsverify", *(word for name in names for word in (f"--{names[name]}", files[name]))] if files else []
        # Debian has it where the PATH of a user does not lead.
        path = {"PATH": os.environ["PATH"] + ":/usr/sbin"}
        super().__init__(host, "nats-server", "--addr", self.address, "--port", self.port, "--jetstream",
                         "--store_dir", folder, *secure, env={**os.environ, **path})
        self.wait_for(lambda line: "Server is ready" in line)
        # It writes lines from now on that nobody needs.
        threading.Thread(target=self.finish, daemon=True).start()

    def restarted(self):
        self.close()
        return Server(self.folder, self.host, self.files, self.port)

    def stored(self):
        """Returns the keys and values of the store, and the number of messages in the queue."""
        client = Client(self)
        entries = client.request("$JS.API.STREAM.INFO.KV_jobs")["state"]["messages"]
        waiting = client.request("$JS.API.STREAM.INFO.jobs")["state"]["messages"]
        reading = {"deliver_subject": "entries", "deliver_policy": "all", "ack_policy": "none"}
        client.send("SUB entries 2")
        client.request("$JS.API.CONSUMER.CREATE.KV_jobs", {"stream_name": "KV_jobs", "config": reading})
        found = [client.next("2") for _ in range(entries)]
        client.socket.close()
        return [(subject.removeprefix("$KV.jobs."), data) for subject, data in found], waiting


def free_port():
    with socket.socket() as file:
        file.bind(("127.0.0.1", 0))
        return file.getsockname()[1]


class Client:
    """The few lines of NATS's protocol that read a store without the program under test."""

    def __init__(self, server):
        # Namespaces keep hosts apart, so this thread moves to that of the server.
        with server.host.entered() if server.host else socket.socket():
            self.socket = socket.create_connection((server.address, server.port), LIMIT)
        self.pending = []
        self.socket.recv(65536)
        if server.files:
            context = ssl.create_default_context(cafile=server.files["trust"])
            context.load_cert_chain(server.files["certificate"], server.files["key"])
            self.socket = context.wrap_socket(self.socket, server_hostname=server.address)
        self.file = self.socket.makefile("rb")
        self.send('CONNECT {"verbose":false,"headers":true}', "SUB replies 1")

    def send(self, *lines):
        self.socket.sendall("".join(line + "\r\n" for line in lines).encode())

    def request(self, subject, content=None):
        data = json.dumps(content) if content else ""
        self.send(f"PUB {subject} replies {len(data)}", data)
        return json.loads(self.next("1")[1])

    def next(self, subscription):
        """Returns the subject and the data of the next message for a subscription."""
        kept = next((message for message in self.pending if message[0] == subscription), None)
        while not kept:
            message = self.read()
            if message and message[0] == subscription:
                return message[1:]
            self.pending += [message] if message else []
        self.pending.remove(kept)
        return kept[1:]

    def read(self):
        words = self.file.readline().decode().split()
        if words[0] == "PING":
            self.send("PONG")
        if words[0] not in ("MSG", "HMSG"):
            return None
        data = self.file.read(int(words[-1]) + 2)[:-2]
        return words[2], words[1], data[int(words[-2]) if words[0] == "HMSG" else 0:].decode()
