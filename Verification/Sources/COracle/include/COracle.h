#ifndef COracle_h
#define COracle_h

#include <stdbool.h>

/// Makes jobs that the current thread enqueues wait for `oracle_run_jobs`, or no longer.
void oracle_hold_jobs(bool holds);

/// Runs the jobs of the current thread, first in, first out, until none waits.
void oracle_run_jobs(void);

#endif
