/// The error of workloads with failures.
struct Failure: Error {}
