/// The running and waiting operations of a queue; not thread-safe.
///
/// Every operation gets a number when it is added. The next operation is found by counting up from
/// the one started last, so removing a waiting operation costs nothing and leaves nothing behind.
struct QueueState<Operation> {
  /// An action that the caller must perform outside the lock.
  enum Step {
    case start(Operation)
    case tell(Promise<Void>)
  }

  private struct Run {
    let operation: Operation
    /// Whether the operation's closure is running.
    var isInside = false
    /// Whether the operation's promise was settled while its closure was running.
    var isSettled = false
  }

  private let limit: Int
  private var running: [Int: Run] = [:]
  private var waiting: [Int: Operation] = [:]
  /// Operations that will never start and whose promises are not yet settled.
  private var cleared: [Int: Void] = [:]
  private var next = 0
  private var end = 0
  private var drained: Promise<Void>?
  var isPaused = false

  init(limit: Int) {
    self.limit = limit
  }

  /// Whether an operation is waiting for a slot.
  func isWaiting(_ number: Int) -> Bool { waiting[number] != nil }

  /// Whether all slots are taken.
  var isFull: Bool { running.count >= limit }

  var counts: (running: Int, waiting: Int) { (running.count, waiting.count) }

  /// The number of operations for which memory is reserved.
  var capacity: Int { running.capacity + waiting.capacity + cleared.capacity }

  private var isDrained: Bool { running.isEmpty && waiting.isEmpty && cleared.isEmpty }

  mutating func add(_ operation: Operation) -> Int {
    defer { end += 1 }
    waiting[end] = operation
    return end
  }

  /// Starts an operation whose closure is about to run, if a slot is free and no other one waits.
  ///
  /// - Returns: The number of the operation; `nil` if it has to wait.
  mutating func startNow(_ operation: Operation) -> Int? {
    guard !isPaused, running.count < limit, waiting.isEmpty else { return nil }
    running[end] = Run(operation: operation, isInside: true)
    end += 1
    next = end
    return end - 1
  }

  /// Returns the next action; after every change, this must be called until it returns `nil`.
  mutating func step() -> Step? {
    if !isPaused, running.count < limit, let operation = startNext() { return .start(operation) }
    guard isDrained, let promise = drained else { return nil }
    drained = nil
    return .tell(promise)
  }

  private mutating func startNext() -> Operation? {
    guard !waiting.isEmpty else { return nil }
    while next < end {
      defer { next += 1 }
      guard let operation = takeWaiting(next) else { continue }
      running[next] = Run(operation: operation)
      return operation
    }
    return nil
  }

  private mutating func takeWaiting(_ number: Int) -> Operation? {
    defer { waiting.shrinkIfSparse() }
    return waiting.removeValue(forKey: number)
  }

  private mutating func takeRunning(_ number: Int) -> Operation? {
    defer { running.shrinkIfSparse() }
    return running.removeValue(forKey: number)?.operation
  }

  /// Returns whether the closure of an operation may run, and marks it as running.
  mutating func enter(_ number: Int) -> Bool {
    running[number]?.isInside = true
    return running[number] != nil
  }

  /// Records that the closure of an operation has returned.
  ///
  /// - Returns: The operation, to be released outside the lock, if this was its end.
  mutating func exit(_ number: Int) -> Operation? {
    running[number]?.isInside = false
    return running[number]?.isSettled == true ? remove(number) : nil
  }

  /// Records that the promise of an operation is settled, for whatever reason.
  ///
  /// - Returns: The operation, to be released outside the lock, if this was its end.
  mutating func settle(_ number: Int) -> Operation? {
    if cleared.removeValue(forKey: number) != nil {
      cleared.shrinkIfSparse()
      return nil
    }
    guard running[number]?.isInside == true else { return remove(number) }
    running[number]?.isSettled = true
    return nil
  }

  private mutating func remove(_ number: Int) -> Operation? {
    takeRunning(number) ?? takeWaiting(number)
  }

  /// Removes and returns all waiting operations, in order; none will start.
  mutating func clear() -> [Operation] {
    for number in waiting.keys { cleared[number] = () }
    defer { waiting = [:] }
    return waiting.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The running operations, in the order in which they were added.
  var started: [Operation] {
    running.sorted { $0.key < $1.key }.map(\.value.operation)
  }

  /// Returns the promise to fulfill once the queue is drained, or `nil` if it is drained now.
  ///
  /// All callers share one promise: the `promise` of the first call.
  mutating func awaitDrained(by promise: Promise<Void>) -> Promise<Void>? {
    if isDrained { return nil }
    let promise = drained ?? promise
    drained = promise
    return promise
  }
}

extension Dictionary {
  /// Releases the memory that a burst needed, once most of it is unused.
  ///
  /// The number of elements halves or doubles before the next copy.
  ///
  /// - Complexity: O(1) per removal, amortized.
  fileprivate mutating func shrinkIfSparse() {
    guard capacity > 64, count < capacity / 8 else { return }
    var copy = Dictionary(minimumCapacity: 2 * count)
    for (key, value) in self { copy[key] = value }
    self = copy
  }
}
