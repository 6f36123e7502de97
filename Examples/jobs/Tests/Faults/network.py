"""Hosts on a switch; each has a network namespace of its own."""
import contextlib
import ctypes
import os
import pathlib
import subprocess
import sys

RELAY = pathlib.Path(__file__).with_name("relay.py")


def ip(*words):
    subprocess.run(["ip", *words], check=True)


class Network:
    def __init__(self):
        self.hosts = []
        self.switch = f"jobs{os.getpid()}-switch"
        ip("netns", "add", self.switch)
        ip("-n", self.switch, "link", "add", "bridge", "type", "bridge")
        ip("-n", self.switch, "link", "set", "bridge", "up")

    def host(self, delay=0, loss=0.0):
        """Adds a host. With a delay in milliseconds or a share of lost packets, its line is a relay."""
        host = Host(self, len(self.hosts) + 1, delay, loss)
        self.hosts.append(host)
        return host

    def close(self):
        for host in self.hosts:
            host.close()
        ip("netns", "delete", self.switch)


class Host:
    def __init__(self, network, number, delay, loss):
        self.switch, self.port = network.switch, f"port{number}"
        self.name = f"jobs{os.getpid()}-host{number}"
        self.address = f"10.77.0.{number}"
        self.relay = None
        ip("netns", "add", self.name)
        if delay or loss:
            self.connect_by_relay(delay, loss)
        else:
            ip("-n", self.switch, "link", "add", self.port, "type", "veth", "peer", "eth0", "netns", self.name)
        ip("-n", self.switch, "link", "set", self.port, "up")
        ip("-n", self.name, "address", "add", f"{self.address}/24", "dev", "eth0")
        ip("-n", self.name, "link", "set", "lo", "up")
        ip("-n", self.name, "link", "set", "eth0", "up")
        self.rejoin()

    def connect_by_relay(self, delay, loss):
        command = [sys.executable, "-B", RELAY, self.port, f"{self.port}-host", str(delay), str(loss)]
        self.relay = subprocess.Popen(["ip", "netns", "exec", self.switch, *command], stdout=subprocess.PIPE, text=True)
        assert self.relay.stdout.readline() == "ready\n"
        # The relay keeps both ends, wherever they are.
        ip("-n", self.switch, "link", "set", f"{self.port}-host", "name", "eth0", "netns", self.name)

    def partition(self):
        """Lets all packets from and to this host vanish; nobody is notified."""
        ip("-n", self.switch, "link", "set", self.port, "nomaster")

    def rejoin(self):
        ip("-n", self.switch, "link", "set", self.port, "master", "bridge")

    @contextlib.contextmanager
    def entered(self):
        """Moves the current thread to this host: sockets that it creates belong there."""
        with open(f"/run/netns/{self.name}") as there, open("/proc/thread-self/ns/net") as here:
            ctypes.CDLL(None).setns(there.fileno(), 0)
            try:
                yield
            finally:
                ctypes.CDLL(None).setns(here.fileno(), 0)

    def close(self):
        if self.relay:
            self.relay.kill()
            self.relay.communicate()
        ip("netns", "delete", self.name)
