"""Servers, workers, and submitters: Debian's nats-server and the built program, here or on the hosts of a network."""
import base64
import contextlib
import ctypes
import json
import os
import pathlib
import queue
import random
import re
import signal
import socket
import ssl
import subprocess
import threading

from network import entered

# Set JOBS_PROGRAM to test another build.
PROGRAM = os.environ.get("JOBS_PROGRAM", pathlib.Path(__file__).parents[2] / ".build/debug/jobs")
# Far longer than anything takes: only a program that hangs exceeds it.
LIMIT = 600


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
        names = {"certificate": "--tlscert", "key": "--tlskey", "trust": "--tlscacert"}
        secure = ["--tlsverify", *(word for name in files for word in (names[name], files[name]))] if files else []
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
