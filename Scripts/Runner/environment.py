"""The environment of all test runs, however they are started."""
import os

ENVIRONMENT = {
    # Of many tests at a time, those with threads of their own mostly wait for each other: without a limit, the tests of
    # this package took almost three times the processor time on two cores.
    "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": str(min(16, 2 * (os.cpu_count() or 2))),
    # For backtraces, Swift Testing keeps a weak reference to every thrown error, and reads them whenever a
    # test ends. An error then briefly outlives its last owner, which tests of lifetimes report as a leak.
    "SWT_SWIFT_ERROR_BACKTRACING_ENABLED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
}


def environment():
    return os.environ | ENVIRONMENT
