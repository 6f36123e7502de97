internal import PledgeSupport

/// The waiting operations of a queue that the tasks of running operations have added; not
/// thread-safe.
///
/// Such tasks cannot end if each awaits an operation that it has added, and these operations cannot
/// start. Which promises a task awaits is not known, so this is reported only as likely, and only
/// once it has lasted for a while.
struct NestedOperations {
  /// The operations whose tasks have added the waiting ones.
  private var outer: [Int: QueueTask.Slot] = [:]
  /// A nested operation that must still wait at the next check to be reported; `nil` if there is no
  /// next check.
  private var watched: Int?
  private var isReported = false

  /// The number of operations for which memory is reserved.
  var capacity: Int { outer.capacity }

  /// The operations whose tasks have added a waiting one.
  var slots: Set<QueueTask.Slot> { Set(outer.values) }

  mutating func insert(_ number: Int, in outer: QueueTask.Slot) {
    if !isReported { self.outer[number] = outer }
  }

  /// Removes an operation that no longer waits.
  mutating func remove(_ number: Int) {
    guard !outer.isEmpty, outer.removeValue(forKey: number) != nil else { return }
    outer.shrinkIfSparse()
  }

  /// Chooses the operation to watch, unless one is watched: one that may wait for its own task.
  ///
  /// - Returns: Whether an operation was chosen, so that ``endWatch()`` must be called.
  mutating func watch(ifRunning mayRun: (QueueTask.Slot) -> Bool) -> Bool {
    guard watched == nil else { return false }
    watched = outer.filter { mayRun($0.value) }.keys.min()
    return watched != nil
  }

  /// Ends the watch.
  ///
  /// - Returns: The operation that was watched, if it still waits, and the one whose task added it.
  mutating func endWatch() -> (number: Int, outer: QueueTask.Slot)? {
    defer { watched = nil }
    return watched.flatMap { number in outer[number].map { (number, $0) } }
  }

  /// Records that the queue is likely to be stuck; that is reported once.
  mutating func wasReported() { (isReported, outer) = (true, [:]) }
}
