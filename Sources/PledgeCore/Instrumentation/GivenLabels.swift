internal import PledgeSupport

/// The labels that promises were given, whether or not events are observed.
///
/// A label is found by the address of its promise. A weak reference tells whether the promise at
/// that address is still the same one, so promises without a label have no part in this.
///
/// Not thread-safe: callers hold a lock.
struct GivenLabels {
  struct Given: Sendable {
    let label: String
    /// Returns the promise, if it still exists.
    let promise: @Sendable () -> Node?
    fileprivate let number: UInt64
  }

  private var given: [UInt: Given] = [:]
  private var last: UInt64 = 0
  private var limit = 64
  private var isExamining = false

  /// The label at an address, which may be that of an earlier promise.
  subscript(address: UInt) -> Given? { given[address] }

  /// The number of labels, including those of promises that no longer exist.
  var count: Int { given.count }

  /// Adds a label.
  ///
  /// - Returns: The labels to examine, once there are twice as many as last time.
  mutating func add(
    _ label: String,
    at address: UInt,
    of promise: @escaping @Sendable () -> Node?
  ) -> [UInt: Given]? {
    last += 1
    given[address] = Given(label: label, promise: promise, number: last)
    if given.count == Identities.few { InstrumentationFlags.manyLabels.begin() }
    guard given.count >= limit, !isExamining else { return nil }
    isExamining = true
    return given
  }

  /// Removes the examined labels of promises that no longer exist, unless they were replaced.
  mutating func remove(_ obsolete: [UInt: Given]) {
    for (address, label) in obsolete where given[address]?.number == label.number {
      given[address] = nil
    }
    didRemove()
    limit = max(64, given.count * 2)
    isExamining = false
  }

  /// Removes and returns the label of a promise that ends, to be released outside of the lock.
  ///
  /// Beyond ``Identities/few``, each promise does so: after a burst, none is examined anymore.
  mutating func forget(at address: UInt) -> Given? {
    defer { didRemove() }
    return given.removeValue(forKey: address)
  }

  private mutating func didRemove() {
    given.shrinkIfSparse()
    if given.count <= Identities.few / 2 { InstrumentationFlags.manyLabels.end() }
  }
}

extension GivenLabels {
  static let all = Locked(GivenLabels())

  /// Labels a promise.
  ///
  /// - Complexity: O(1), amortized.
  static func set(_ label: String, of node: Node) {
    let address = node.address
    let examined = all.withLock { $0.add(label, at: address) { [weak node] in node } }
    guard let examined else { return }
    // Reading a weak reference retains its promise for a moment, perhaps as the last one to do so,
    // and a promise must not be released under a lock.
    let obsolete = examined.filter { $0.value.promise() == nil }
    all.withLock { $0.remove(obsolete) }
  }

  /// Removes the label of a promise in its deinit.
  static func forget(_ node: Node) {
    _ = all.withLock { $0.forget(at: node.address) }
  }

  /// Returns the label that a promise was given; `nil` in its deinit.
  static func label(of node: Node) -> String? {
    let address = node.address
    guard let given = all.withLock({ $0[address] }), given.promise() === node else { return nil }
    return given.label
  }
}
