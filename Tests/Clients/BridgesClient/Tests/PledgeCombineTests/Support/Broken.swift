/// An error for failures in tests.
struct Broken: Error, Equatable {}
