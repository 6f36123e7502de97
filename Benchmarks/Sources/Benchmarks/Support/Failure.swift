/// What goes wrong, in workloads where something does.
struct Failure: Error {}
