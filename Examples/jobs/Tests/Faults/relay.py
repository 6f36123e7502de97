"""Connects two network interfaces by a slow line that loses packets: relay.py SWITCH HOST MILLISECONDS LOSS.

It replaces the kernel's netem, which many kernels of virtual machines lack. Every packet of each direction
arrives MILLISECONDS later; the share LOSS of them is dropped.
"""
import collections
import fcntl
import os
import random
import select
import struct
import sys
import time

TUNSETIFF, IFF_TAP, IFF_NO_PI = 0x400454CA, 0x0002, 0x1000
# As long as the transmission queue of a network interface.
LONGEST_QUEUE = 1000


def interface(name):
    """Creates a virtual network interface, and returns the file from which its packets are read."""
    file = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(file, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TAP | IFF_NO_PI))
    return file


class Line:
    """One direction."""

    def __init__(self, source, target, delay, loss):
        self.source, self.target, self.delay, self.loss = source, target, delay, loss
        self.packets = collections.deque()
        # Fixed, although the packets differ between runs.
        self.random = random.Random(1)

    def read(self):
        try:
            packet = os.read(self.source, 65536)
        except OSError:  # The interface is down.
            return
        if self.random.random() >= self.loss and len(self.packets) < LONGEST_QUEUE:
            self.packets.append((time.monotonic() + self.delay, packet))

    def deliver(self):
        """Delivers the packets that are due, and returns the time until the next one."""
        while self.packets and self.packets[0][0] <= time.monotonic():
            try:
                os.write(self.target, self.packets.popleft()[1])
            except OSError:
                pass  # As above; also a queue of the kernel that is full.
        return max(self.packets[0][0] - time.monotonic(), 0) if self.packets else None


def main(switch, host, milliseconds, loss):
    ends = interface(switch), interface(host)
    print("ready", flush=True)
    lines = [Line(*pair, float(milliseconds) / 1000, float(loss)) for pair in (ends, ends[::-1])]
    while True:
        waits = [wait for line in lines if (wait := line.deliver()) is not None]
        readable, _, _ = select.select(ends, [], [], min(waits, default=None))
        for line in lines:
            if line.source in readable:
                line.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
