/// The sum of the values received by the last stages of a workload.
///
/// It proves that the stages ran with the right values, and keeps the optimizer from removing them.
/// A global needs no capture, so the closures of all peers are the same. Not synchronized: the
/// stages of a workload that uses it run one after the other.
enum Checksum {
  @exclusivity(unchecked) private nonisolated(unsafe) static var total = 0

  /// Adds `value` and returns it.
  @discardableResult
  static func collect(_ value: Int) -> Int {
    unsafe total &+= value
    return value
  }

  /// Returns the sum collected by `work`.
  static func of(_ work: () -> Void) -> Int {
    unsafe total = 0
    work()
    return unsafe total
  }

  /// Returns the sum collected by `operation`, run `count` times with 0, 1, 2, and so on.
  static func of(_ count: Int, _ operation: (Int) -> Void) -> Int {
    of { for index in 0..<count { operation(index) } }
  }
}

/// A shorter name for ``Checksum/collect(_:)``.
@discardableResult
func collect(_ value: Int) -> Int {
  Checksum.collect(value)
}
