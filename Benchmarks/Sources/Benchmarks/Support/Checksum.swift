/// The sum of what the last stages of a workload are given: proof that they ran, with the right
/// values, and the reason why the optimiser cannot leave them out.
///
/// One global that needs no capture, so that the closures of all peers are the same. Not
/// synchronised: the stages of a workload that uses it run one after the other.
enum Checksum {
  @exclusivity(unchecked) private nonisolated(unsafe) static var total = 0

  /// Adds `value` and returns it.
  @discardableResult
  static func collect(_ value: Int) -> Int {
    unsafe total &+= value
    return value
  }

  /// What `work` collects.
  static func of(_ work: () -> Void) -> Int {
    unsafe total = 0
    work()
    return unsafe total
  }

  /// What `operation` collects, done `count` times, with 0, 1, 2 and so on.
  static func of(_ count: Int, _ operation: (Int) -> Void) -> Int {
    of { for index in 0..<count { operation(index) } }
  }
}

/// Same as ``Checksum/collect(_:)``, for short.
@discardableResult
func collect(_ value: Int) -> Int {
  Checksum.collect(value)
}
