# What scripts that run tests have in common; they source it.

# Tests that are all begun at once wait for each other longer than they run, above all under a
# sanitizer.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=16
# For backtraces, Swift Testing keeps a weak reference to every error that is thrown, and looks through
# them whenever a test ends; for that moment an error outlives its last owner, which tests on
# lifetimes take for a leak.
export SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0

# Where steps are slow, a million stages or turns take minutes, and show nothing that a few do not.
deep='clause(12_[12]|14_6)_'
