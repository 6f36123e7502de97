import pathlib
import tempfile
import unittest
from unittest import mock

import counting
import profiling
from program import Died, Program, Trouble, run

LISTING = """
--------------------------------------------------------------------------------
  500 (50.0%)  < ???:main (1x) [/a/program]
  100 (10.0%)  *  ???:Future.map<A>(_:) [/a/program]

  300 (30.0%)  < ???:Future.map<A>(_:) (4,000x) [/a/program]
   20 ( 2.0%)  < ./malloc/malloc.c:realloc (7x) [/lib/libc.so.6]
  150 (15.0%)  *  ???:swift_slowAlloc [/a/libswiftCore.so]

   80 ( 8.0%)  < ???:swift_slowAlloc (4,000x) [/a/libswiftCore.so]
   10 ( 1.0%)  < ???:Future.map<A>(_:) (3x) [/a/program]
   90 ( 9.0%)  *  ./malloc/malloc.c:malloc [/lib/libc.so.6]
"""


class ProgramTests(unittest.TestCase):
    def program(self, script):
        """Returns a program that is a shell script."""
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name in ("benchmarks", "benchmarks.stripped"):
            (folder / name).write_text(f"#!/bin/sh\n{script}\n")
            (folder / name).chmod(0o755)
        return Program(folder)

    def test_a_crash_or_a_hang_is_distinguished_from_a_failure(self):
        with self.assertRaisesRegex(Died, "SIGSEGV ended .*benchmarks run deep nio --count 5"):
            self.program("kill -SEGV $$").report("deep", "nio", 5)
        with self.assertRaisesRegex(Died, "not done after 0.1 s"):
            self.program("exec sleep 60").report("deep", "nio", 5, timeout=0.1)
        with self.assertRaisesRegex(Trouble, "(?s)failed:.*wrong checksum") as failure:
            self.program("echo wrong checksum >&2; exit 1").report("deep", "nio", 5)
        self.assertNotIsInstance(failure.exception, Died)

    def test_a_counter_that_is_not_found_is_an_error(self):
        with self.assertRaisesRegex(Trouble, "libMallocCounter.so was preloaded, but"):
            self.program('echo \'{"allocations": null}\'').report("maps", "pledge", 5, counted=True)

    def test_a_missing_tool_is_named_with_its_remedy(self):
        with self.assertRaisesRegex(Trouble, "no-such-tool is not installed; Scripts/setup no-such-tool"):
            run("no-such-tool")

    def test_callgrind_has_to_count_something(self):
        with mock.patch("program.run", lambda *_, **__: mock.Mock(stderr="==1== Collected : 12345\n")):
            self.assertEqual(self.program("").instructions("maps", "pledge", 5), 12_345)
        with mock.patch("program.run", lambda *_, **__: mock.Mock(stderr="stumbled")):
            with self.assertRaisesRegex(Trouble, "callgrind counted nothing for maps:\nstumbled"):
                self.program("").instructions("maps", "pledge", 5)

    def test_a_profile_has_instructions_and_allocations(self):
        instructions, allocations = profiling.parsed(LISTING)
        self.assertEqual(instructions, {"Future.map<A>(_:)": 100, "swift_slowAlloc": 150, "malloc": 90})
        self.assertEqual(allocations, {"Future.map<A>(_:)": 4_003})

    def test_the_longest_chain_is_found_to_five_percent(self):
        for end in (0, 1, 7, 10, 562, 99_999, 999_999):
            found = counting.boundary(lambda n: n <= end)
            self.assertTrue(found <= end <= max(found * 1.05, found + 1), (found, end))
