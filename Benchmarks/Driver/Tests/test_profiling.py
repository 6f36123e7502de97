import unittest

import profiling

LISTING = """
--------------------------------------------------------------------------------
Ir                  file:function
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


class ProfilingTests(unittest.TestCase):
    instructions, calls = profiling.parsed(LISTING)

    def test_each_function_has_its_own_instructions(self):
        expected = {"Future.map<A>(_:)": 100, "swift_slowAlloc": 150, "malloc": 90}
        self.assertEqual(self.instructions, expected)

    def test_who_calls_an_allocator_allocates_but_an_allocator_does_not(self):
        self.assertEqual(self.calls, {"Future.map<A>(_:)": 4_003})

    def test_what_happens_once_drops_out(self):
        more = {"map": 5 + 8 * profiling.GATED_COUNT, "start": 700}
        base = {"map": 5 + 4 * profiling.GATED_COUNT, "start": 700}
        found = profiling.largest(profiling.difference(base, more))
        self.assertEqual(found, [("map", 4)])

    def test_the_largest_come_first(self):
        found = profiling.largest({"a": 1, "b": 3, "c": 3})
        self.assertEqual(found, [("b", 3), ("c", 3), ("a", 1)])
