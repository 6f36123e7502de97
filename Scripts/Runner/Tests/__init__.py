"""Tests of the runner: each test plants a fault and checks that the output reports it."""
