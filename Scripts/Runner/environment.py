"""The environment and the filters of all test runs, whoever starts them."""
import os

ENVIRONMENT = {
    # Tests that all begin at once wait for each other longer than they run, above all under a sanitizer.
    "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "16",
    # For backtraces, Swift Testing keeps a weak reference to every error that is thrown, and reads them
    # whenever a test ends. For that moment an error outlives its last owner, which tests of lifetimes
    # report as a leak.
    "SWT_SWIFT_ERROR_BACKTRACING_ENABLED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
}

# Where each step is slow, a million stages or turns take minutes, and show nothing that a few do not.
# The address sanitizer also keeps freed memory for a while, so no chain has a flat footprint under it.
DEEP = "clause(12_[12]|14_6)_"


def environment():
    return os.environ | ENVIRONMENT
