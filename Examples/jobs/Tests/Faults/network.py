"""Hosts on a switch; each has a network namespace of its own."""
import collections
import contextlib
import ctypes
import fcntl
import multiprocessing
import os
import random
import select
import struct
import subprocess
import time

TUNSETIFF, IFF_TAP, IFF_NO_PI = 0x400454CA, 0x0002, 0x1000
# As long as the transmission queue of a network interface.
LONGEST_QUEUE = 1000


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
