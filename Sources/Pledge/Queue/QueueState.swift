/// Who runs, who waits and what is next in a queue, apart from the threads.
///
/// Every operation has a number, drawn when it is added. Who waits is found by counting up from the
/// last one that started, so that taking one out in between costs nothing and leaves nothing.
struct QueueState<Operation> {
  /// What the caller has to do, without a lock.
  enum Step {
    case start(Operation)
    case tell(Promise<Void>)
  }

  private struct Run {
    let operation: Operation
    /// Whether the operation's closure is running right now.
    var isInside = false
    /// Whether its promise was settled meanwhile.
    var isSettled = false
  }

  private let limit: Int
  private var running: [Int: Run] = [:]
  private var waiting: [Int: Operation] = [:]
  /// Those that will never start, and whose promises are not settled yet.
  private var leaving: [Int: Void] = [:]
  private var next = 0
  private var end = 0
  private var drained: Promise<Void>?
  var isPaused = false

  init(limit: Int) {
    self.limit = limit
  }

  /// Whether an operation waits for its turn.
  func isWaiting(_ number: Int) -> Bool { waiting[number] != nil }

  /// Whether all places are taken.
  var isFull: Bool { running.count >= limit }

  var counts: (running: Int, waiting: Int) { (running.count, waiting.count) }

  /// The number of operations for which memory is reserved.
  var capacity: Int { running.capacity + waiting.capacity + leaving.capacity }

  private var isDrained: Bool { running.isEmpty && waiting.isEmpty && leaving.isEmpty }

  mutating func add(_ operation: Operation) -> Int {
    defer { end += 1 }
    waiting[end] = operation
    return end
  }

  /// What is to be done next; to be asked for after every change until there is nothing.
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

  /// Whether the closure of an operation may run, which is then inside.
  mutating func enter(_ number: Int) -> Bool {
    running[number]?.isInside = true
    return running[number] != nil
  }

  /// Notes that the closure of an operation has returned.
  ///
  /// - Returns: The operation, to be released without a lock, if that was its end.
  mutating func exit(_ number: Int) -> Operation? {
    running[number]?.isInside = false
    return running[number]?.isSettled == true ? remove(number) : nil
  }

  /// Notes that the promise of an operation is settled, however that came.
  ///
  /// - Returns: The operation, to be released without a lock, if that was its end.
  mutating func settle(_ number: Int) -> Operation? {
    if leaving.removeValue(forKey: number) != nil {
      leaving.shrinkIfSparse()
      return nil
    }
    guard running[number]?.isInside == true else { return remove(number) }
    running[number]?.isSettled = true
    return nil
  }

  private mutating func remove(_ number: Int) -> Operation? {
    takeRunning(number) ?? takeWaiting(number)
  }

  /// Takes out all that waits, in order; none of it will start.
  mutating func clear() -> [Operation] {
    for number in waiting.keys { leaving[number] = () }
    defer { waiting = [:] }
    return waiting.sorted { $0.key < $1.key }.map(\.value)
  }

  /// What runs, in the order in which it was added.
  var started: [Operation] {
    running.sorted { $0.key < $1.key }.map(\.value.operation)
  }

  /// The promise to be told when all has ended, `promise` if there is none yet; `nil` if all has.
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
  /// The next call that copies comes after the number of elements has halved or doubled.
  ///
  /// - Complexity: O(1) per removal, amortized.
  fileprivate mutating func shrinkIfSparse() {
    guard capacity > 64, count < capacity / 8 else { return }
    var copy = Dictionary(minimumCapacity: 2 * count)
    for (key, value) in self { copy[key] = value }
    self = copy
  }
}
