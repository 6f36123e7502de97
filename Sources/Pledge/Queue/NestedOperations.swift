internal import PledgeSupport

/// The waiting operations of a queue that the tasks of its running operations have added; not
/// thread-safe.
///
/// Such tasks cannot end if each awaits an operation that it has added, and these operations cannot
/// start. Which promises a task awaits is not known, so this is reported only as likely, and only
/// once it has lasted for a while.
struct NestedOperations {
  enum Finding<Operation> {
    /// Each running operation has a nested one that waits; both are examples.
    case deadlock(Operation, in: Operation)
    /// There are nested operations to check after another while.
    case again
    case nothing
  }

  /// The running operations, by the waiting ones that their tasks have added.
  private var outer: [Int: Int] = [:]
  /// A nested operation that must still wait at the next check to be reported; `nil` if there is no
  /// next check.
  private var watched: Int?
  private var isReported = false

  /// The number of operations for which memory is reserved.
  var capacity: Int { outer.capacity }

  mutating func insert(_ number: Int, in outer: Int) {
    if !isReported { self.outer[number] = outer }
  }

  /// Removes an operation that no longer waits.
  mutating func remove(_ number: Int) {
    guard !outer.isEmpty, outer.removeValue(forKey: number) != nil else { return }
    outer.shrinkIfSparse()
  }

  /// Chooses the operation to watch, unless one is watched.
  ///
  /// - Returns: Whether an operation was chosen, so that ``check(among:if:)`` must be called.
  mutating func watch(among running: some Collection<Int>) -> Bool {
    guard watched == nil else { return false }
    watched = outer.filter { running.contains($0.value) }.keys.min()
    return watched != nil
  }

  /// Ends the watch, and returns the operation that was watched and the one whose task added it if
  /// the queue is likely to be stuck, once.
  mutating func check(
    among running: some Collection<Int>,
    if isStuck: Bool
  ) -> (number: Int, outer: Int)? {
    defer { watched = nil }
    guard isStuck, let watched, let outer = outer[watched], running.contains(outer),
      running.allSatisfy(Set(self.outer.values).contains)
    else { return nil }
    isReported = true
    self.outer = [:]
    return (watched, outer)
  }
}
