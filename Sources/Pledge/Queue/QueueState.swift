internal import PledgeSupport

/// The running and waiting operations of a queue; not thread-safe.
///
/// Every operation gets a number when it is added.
struct QueueState<Operation> {
  /// An action that the caller must perform outside the lock.
  enum Step {
    /// Tells an operation that has waited that it has a slot.
    case admit(Operation)
    /// Creates the timer of an alarm, and calls ``QueueAlarm/ring(_:)`` when it has settled.
    case wait(Duration, alarm: Int)
    /// Discards the timer of an alarm that is not needed.
    case stop(Promise<Void>)
    /// Reports that the queue is drained; see ``awaitDrained(by:)``.
    case fulfill(Promise<Void>)
  }

  /// The answer to an operation that is added.
  enum Admission {
    /// The operation has a slot.
    case slot(Int)
    /// The operation waits. One that has made room for it must be rejected.
    case wait(Int, insteadOf: Operation?)
    case reject
  }

  /// An operation that has a slot.
  struct Run {
    let operation: Operation
    var phase = Phase.admitted
  }

  /// The phase of an operation that has a slot.
  enum Phase {
    /// Its closure does not run, or it did not have to wait: it ends when its promise is settled.
    case admitted
    /// It has waited, and its closure is running.
    case started
    /// The same, and its promise was settled meanwhile: it ends when the closure returns.
    case settled
  }

  var limit: Int
  private let maxWaiting: Int
  private let overflow: PromiseQueue.Overflow
  private var bucket: TokenBucket?
  var alarm = QueueAlarm()
  private var running: [Int: Run] = [:]
  private(set) var waiting = WaitingList<Operation>()
  /// Operations that will never start and whose promises are not yet settled.
  private var cleared: [Int: Void] = [:]
  var nested = NestedOperations()
  private var nextNumber = 0
  private var drained: Promise<Void>?
  var isPaused = false
  /// The operations with which the next search for a deadlock begins; see `SlotQueue`.
  var suspects: [Int] = []

  init(
    limit: Int,
    maxWaiting: Int = .max,
    overflow: PromiseQueue.Overflow = .rejectNewest,
    bucket: TokenBucket? = nil
  ) {
    self.limit = limit
    self.maxWaiting = maxWaiting
    self.overflow = overflow
    self.bucket = bucket
  }

  /// Whether all slots are taken.
  var isFull: Bool { running.count >= limit }

  var counts: (running: Int, waiting: Int) { (running.count, waiting.count) }

  /// The number of operations for which memory is reserved.
  var capacity: Int {
    running.capacity + waiting.capacity + cleared.capacity + suspects.capacity + nested.capacity
  }

  private var isDrained: Bool { running.isEmpty && waiting.isEmpty && cleared.isEmpty }

  private var hasFreeSlot: Bool { !isPaused && running.count < limit }

  /// Adds an operation, and gives it a slot if it need not wait.
  ///
  /// `outer` is the operation whose task adds this one, if that is known.
  mutating func add(
    _ operation: Operation,
    priority: Int,
    at now: Duration,
    nestedIn outer: QueueTask.Slot? = nil
  ) -> Admission {
    if let number = admit(operation, at: now) { return .slot(number) }
    var removed: Operation?
    if waiting.count >= maxWaiting {
      guard let operation = makeRoom(for: priority) else { return .reject }
      removed = operation
    }
    defer { nextNumber += 1 }
    waiting.append(operation, number: nextNumber, priority: priority)
    if let outer { nested.insert(nextNumber, in: outer) }
    return .wait(nextNumber, insteadOf: removed)
  }

  /// Removes and returns the last of the waiting operations with the lowest priority, if that is
  /// lower than `priority`; it will not start.
  private mutating func makeRoom(for priority: Int) -> Operation? {
    guard overflow == .rejectLowestPriority, let last = waiting.last, last.priority < priority
    else { return nil }
    cleared[last.number] = ()
    return removeWaiting(last.number)
  }

  /// Changes the priority of the waiting operation that satisfies `predicate`, and returns whether
  /// there is one.
  mutating func setPriority(_ priority: Int, where predicate: (Operation) -> Bool) -> Bool {
    guard let number = waiting.number(where: predicate) else { return false }
    waiting.setPriority(priority, of: number)
    return true
  }

  /// Adds an operation if it need not wait; no action is necessary then.
  ///
  /// - Returns: The number of the operation; `nil` if it has to wait.
  mutating func admit(_ operation: Operation, at now: Duration) -> Int? {
    guard waiting.isEmpty, hasFreeSlot, bucket?.take(at: now) == nil else { return nil }
    defer { nextNumber += 1 }
    running[nextNumber] = Run(operation: operation)
    return nextNumber
  }

  /// Returns the next action; after every other change, this must be called until it returns `nil`.
  mutating func step(at now: Duration) -> Step? {
    if !waiting.isEmpty, hasFreeSlot {
      if let delay = bucket?.take(at: now) {
        return alarm.set().map { .wait(delay, alarm: $0) }
      }
      return admitNext().map { .admit($0) }
    }
    if alarm.isSet, let timer = alarm.stop() { return .stop(timer) }
    guard isDrained, let promise = drained else { return nil }
    drained = nil
    return .fulfill(promise)
  }

  private mutating func admitNext() -> Operation? {
    guard let (number, operation) = popWaiting() else { return nil }
    running[number] = Run(operation: operation)
    return operation
  }

  private mutating func popWaiting() -> (number: Int, operation: Operation)? {
    let first = waiting.popFirst()
    if let first { nested.remove(first.number) }
    return first
  }

  private mutating func removeRun(at index: Dictionary<Int, Run>.Index) -> Operation {
    defer { running.shrinkIfSparse() }
    defer { if running.isEmpty { suspects = [] } }
    return running.remove(at: index).value.operation
  }

  /// Returns whether the closure of an operation that has waited may run, and marks it as running.
  mutating func start(_ number: Int) -> Bool {
    guard let index = running.index(forKey: number) else { return false }
    running.values[index].phase = .started
    return true
  }

  /// Records that the closure of an operation has returned.
  ///
  /// - Returns: The operation, to be released outside the lock, if this was its end.
  mutating func closureReturned(_ number: Int) -> Operation? {
    guard let index = running.index(forKey: number) else { return nil }
    if running.values[index].phase == .settled { return removeRun(at: index) }
    running.values[index].phase = .admitted
    return nil
  }

  /// Records that the promise of an operation is settled, for whatever reason.
  ///
  /// - Returns: The operation, to be released outside the lock, if this was its end.
  mutating func end(_ number: Int) -> Operation? {
    if !cleared.isEmpty, cleared.removeValue(forKey: number) != nil {
      cleared.shrinkIfSparse()
      return nil
    }
    guard let index = running.index(forKey: number) else { return removeWaiting(number) }
    if running.values[index].phase == .admitted { return removeRun(at: index) }
    running.values[index].phase = .settled
    return nil
  }

  private mutating func removeWaiting(_ number: Int) -> Operation? {
    nested.remove(number)
    return waiting.remove(number)
  }

  /// Removes and returns all waiting operations, in order; none will start.
  mutating func clear() -> [Operation] {
    var operations: [Operation] = []
    while let (number, operation) = popWaiting() {
      cleared[number] = ()
      operations.append(operation)
    }
    return operations
  }

  /// The running operations, in the order in which they were added.
  var runningOperations: [Operation] { numberedRuns.map(\.operation) }

  /// The running operations and their numbers, in the order in which they were added.
  var numberedRuns: [(number: Int, operation: Operation)] {
    running.sorted { $0.key < $1.key }.map { ($0.key, $0.value.operation) }
  }

  func runningOperation(_ number: Int) -> Operation? { running[number]?.operation }

  /// Returns the suspects, and removes them; `nil` if a slot is free.
  mutating func takeSuspects() -> [Int]? {
    guard isFull else { return nil }
    defer { suspects = [] }
    return suspects
  }

  /// The numbers of the running operations if these occupy all slots; otherwise `nil`.
  var fullSlots: Dictionary<Int, Run>.Keys? { isFull && !isPaused ? running.keys : nil }

  /// Starts to watch nested operations, unless that has been done; see ``NestedOperations``.
  ///
  /// - Returns: Whether the operation that was chosen must be checked after a while.
  mutating func watchNested(in queue: ObjectIdentifier) -> Bool {
    let running = running
    return nested.watch { $0.queue != queue || running[$0.number] != nil }
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
