import unittest
from unittest import mock

import shards
import table
from checks import Tier
from Tests.test_faults import RunnerTests, check


class ShardTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.drawn = [shards.shard(f"{number:040x}") for number in range(3000)]

    def test_each_nightly_check_has_its_turn(self):
        builds = {name for each in table.TABLE for name in each.after}
        nightly = {each.name for each in table.TABLE if each.tier is Tier.NIGHTLY}
        self.assertEqual({each.name for each in self.drawn}, nightly - builds)
        self.assertEqual({each.minutes for each in self.drawn}, {shards.MINUTES})

    def test_each_sample_has_its_turn(self):
        for name, samples in shards.SAMPLES.items():
            (whole,) = [each for each in table.TABLE if each.name == name]
            drawn = {tuple(each.line()) for each in self.drawn if each.name == name}
            self.assertEqual(drawn, {tuple(each.line()) for each in samples(whole)}, name)

    def test_a_sample_builds_only_what_it_needs(self):
        sample = next(each for each in self.drawn if each.name == "compat-sanitized")
        self.assertNotIn("--skip-build", sample.command)
        self.assertEqual(sample.after, ())
        self.assertRegex(sample.environment["PLEDGE_TEST_TARGETS"], r"^Pledge\w+Tests$")


class RunTests(RunnerTests):
    def setUp(self):
        super().setUp()
        self.replace(shards, "last_commit", lambda: "a" * 40)

    def run_with_shard(self, *checks):
        self.run_all(*checks, options=["--quick", "--shard", "--lanes", "1"])

    def test_the_shard_runs_last_after_what_it_needs(self):
        night = dict(tier=Tier.NIGHTLY)
        long = check("long", "true", after=("build",), **night)
        self.run_with_shard(check("build", "true", **night), long, check("a", "true"))
        passed = [line.split()[1].rstrip(",") for line in self.lines if line.startswith("passed:")]
        self.assertEqual(passed, ["a", "build", "long"])
        self.assertIn("(the shard of aaaaaaaa: sh -c true)", self.printed)

    def test_a_shard_that_fails_fails_the_run(self):
        self.run_with_shard(check("a", "true"), check("long", "false", tier=Tier.NIGHTLY))
        self.assert_fails("1 passed, 1 failed", "FAILED: long")

    def test_no_shard_runs_after_a_slow_change(self):
        night = dict(tier=Tier.NIGHTLY)
        checks = check("a", "true"), check("build", "false", **night), check("long", "false", after=("build",), **night)
        with mock.patch.object(shards, "LATEST", -1):
            self.run_all(*checks, options=["--quick", "--shard", "--lanes", "1"], ci="true")
        self.assertEqual((self.status, self.lines[-1]), (0, "1 passed, 0 failed, 2 skipped"))


