#ifndef COracle_h
#define COracle_h

#include <stdbool.h>

/// Sets whether jobs that the current thread enqueues wait for `oracle_run_jobs`.
void oracle_hold_jobs(bool holds);

/// Runs the jobs of the current thread, first in, first out, until none remain.
void oracle_run_jobs(void);

#endif
