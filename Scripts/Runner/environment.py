"""The environment of all test runs, however they are started."""
import os

ENVIRONMENT = {
    # Tests that all start together spend more time waiting than running, above all under a sanitizer.
    "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "16",
    # For backtraces, Swift Testing keeps a weak reference to every thrown error, and reads them whenever a
    # test ends. An error then briefly outlives its last owner, which tests of lifetimes report as a leak.
    "SWT_SWIFT_ERROR_BACKTRACING_ENABLED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
}


def environment():
    return os.environ | ENVIRONMENT
