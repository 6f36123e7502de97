internal import CScheduler

/// One set-up of a scenario, which one schedule is run on: threads with their operations, and what was
/// seen of them.
///
/// One thread runs at a time, and handing over orders what they do, so nothing in here needs a lock.
public final class Trial: @unchecked Sendable {
  private var threads: [[Operation]] = []
  private var results: [[String]] = []
  private var notes: [String: [String]] = [:]
  private var endings: [() -> Void] = []
  private var watched: [(name: String, isGone: () -> Bool)] = []
  private let litter = Litter()

  /// Creates an empty trial.
  init(of scenario: Scenario) {
    scenario.arrange(self)
  }
}

/// What a thread does without being interrupted in a sequential run.
public struct Operation {
  let name: String
  let body: () -> String

  /// Creates an operation that answers something.
  public init(_ name: String, _ body: @escaping () -> some CustomStringConvertible) {
    self.name = name
    self.body = { body().description }
  }

  /// Creates an operation that answers nothing.
  public init(_ name: String, _ body: @escaping () -> Void) {
    self.name = name
    self.body = {
      body()
      return "done"
    }
  }
}

// MARK: - What a scenario says

extension Trial {
  /// Adds a thread.
  public func thread(_ operations: Operation...) {
    threads.append(operations)
    results.append(operations.map { _ in "not run" })
  }

  /// Has `ending` look at the outcome, on the main thread, when all threads have ended and everything
  /// is still there.
  public func atEnd(_ ending: @escaping () -> Void) {
    endings.append(ending)
  }

  /// Notes an event; notes under one key keep their order.
  public func note(_ event: String, for key: String) {
    notes[key, default: []].append(event)
  }

  /// Expects `object` to go with the trial.
  public func watch<Object: AnyObject & Sendable>(_ object: Object, _ name: String) -> Object {
    watched.append((name, { [weak object] in object == nil }))
    return object
  }

  /// An object to be captured by a closure that has to be released by the end of the trial.
  public func canary() -> Canary {
    Canary(litter)
  }
}

extension Trial {
  /// The number of the thread that calls this; `nil` outside of the threads.
  public static var currentThread: Int? {
    let number = scheduler_thread_number()
    return number < 0 ? nil : Int(number)
  }

  /// Whether a thread calls this, so whether it is interrupted; nobody is in a sequential run.
  public static var isRunning: Bool { currentThread != nil }
}

/// See ``Trial/canary()``.
public final class Canary: @unchecked Sendable {
  private let litter: Litter

  fileprivate init(_ litter: Litter) {
    self.litter = litter
    litter.count += 1
  }

  deinit {
    litter.count -= 1
  }
}

private final class Litter {
  var count = 0
}

/// A reference that a thread can drop.
public final class Slot<Object: AnyObject & Sendable>: @unchecked Sendable {
  private var content: Object?

  /// Creates a slot that holds `object`.
  public init(_ object: Object? = nil) {
    content = object
  }

  /// The object, or `nil` if it was dropped.
  public var object: Object? {
    get { content }
    set {
      // The old one is released when nobody accesses this any more: its end may run anything.
      let old = content
      content = newValue
      withExtendedLifetime(old) {}
    }
  }

  /// Lets go of the object.
  public func drop() {
    object = nil
  }
}

// MARK: - Running it

extension Trial {
  var shape: [[String]] { threads.map { $0.map(\.name) } }

  /// Runs one thread's next operation, or any.
  func perform(_ operation: Int, of thread: Int) {
    let result = threads[thread][operation].body()
    results[thread][operation] = result
  }

  func operationCount(of thread: Int) -> Int { threads[thread].count }

  /// Looks at the outcome, and lets go of everything.
  func finish() -> Observation {
    for ending in endings { ending() }
    endings = []
    threads = []
    var leaks = watched.filter { !$0.isGone() }.map(\.name)
    if litter.count != 0 { leaks.append("\(litter.count) closures") }
    return Observation(results: results, notes: notes, leaks: leaks)
  }
}

/// What can be said of a run: what each operation answered, in which order things happened, and what
/// was left.
public struct Observation: Hashable, CustomStringConvertible {
  /// The answers by thread and operation.
  public let results: [[String]]
  /// The events by key, in order.
  public let notes: [String: [String]]
  /// What should have gone.
  public let leaks: [String]

  /// The events under a key.
  public func events(_ key: String) -> [String] { notes[key] ?? [] }

  /// All of it in one line.
  public var description: String {
    let answers = results.map { $0.joined(separator: ", ") }.joined(separator: " | ")
    let events = notes.sorted { $0.key < $1.key }
      .map { "\($0.key): \($0.value.joined(separator: " "))" }
    return (["answers: \(answers)"] + events).joined(separator: "; ")
  }
}
