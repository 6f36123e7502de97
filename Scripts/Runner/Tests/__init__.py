"""Tests of the runner: each fault that it has to report is planted, and seen in what it prints."""
