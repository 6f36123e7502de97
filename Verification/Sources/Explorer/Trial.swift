internal import CScheduler

/// One instance of a scenario, on which one schedule runs: threads with their operations, and the
/// observations made.
///
/// One thread runs at a time, and switching threads orders their accesses, so no lock is needed. In
/// weak mode, the results and notes do not synchronize, so that they hide nothing.
package final class Trial: @unchecked Sendable {
  private var threads: [[Operation]] = []
  private var results: [[String]] = []
  private var notes: [String: [String]] = [:]
  private var endings: [() -> Void] = []
  private var tracked: [(name: String, isReleased: () -> Bool)] = []

  /// Arranges a scenario.
  ///
  /// The words of the previous trial are forgotten, so one trial exists at a time.
  init(of scenario: Scenario) {
    scheduler_reset()
    scenario.arrange(self)
  }
}

/// A piece of work that a sequential run does not interrupt.
package struct Operation {
  let name: String
  package let body: () -> String

  package init(_ name: String, _ body: @escaping () -> some CustomStringConvertible) {
    self.name = name
    self.body = { body().description }
  }

  package init(_ name: String, _ body: @escaping () -> Void) {
    self.name = name
    self.body = {
      body()
      return "done"
    }
  }
}

// MARK: - For scenarios

extension Trial {
  package func thread(_ operations: Operation...) {
    threads.append(operations)
    results.append(operations.map { _ in "not run" })
  }

  /// Calls `ending` on the main thread when all threads have ended and before anything is released.
  package func atEnd(_ ending: @escaping () -> Void) {
    endings.append(ending)
  }

  /// Records an event.
  ///
  /// Events with the same key keep their order.
  package func note(_ event: String, for key: String) {
    notes[key, default: []].append(event)
  }

  /// Expects `object` to be released by the end of the trial.
  package func track<Object: AnyObject & Sendable>(_ object: Object, _ name: String) -> Object {
    tracked.append((name, { [weak object] in object == nil }))
    return object
  }

  /// Returns an object that a closure captures to show that it is released by the end of the trial.
  package func canary() -> Canary {
    track(Canary(), "a closure")
  }
}

extension Trial {
  /// The number of the calling thread, or `nil` outside of the trial's threads.
  package static var currentThread: Int? {
    let number = scheduler_thread_number()
    return number < 0 ? nil : Int(number)
  }

  /// Whether the caller is a thread of the trial and can be interrupted.
  ///
  /// False in sequential runs.
  package static var isRunning: Bool { currentThread != nil }
}

package final class Canary: Sendable {}

/// A reference that a thread can release.
package final class Slot<Object: Sendable>: @unchecked Sendable {
  private var content: Object?

  package init(_ object: Object? = nil) {
    content = object
  }

  package var object: Object? {
    get {
      meet()
      return content
    }
    set {
      meet()
      // Release the old object after the access ends, because its deinitializer may run any code.
      let old = content
      content = newValue
      withExtendedLifetime(old) {}
    }
  }

  package func drop() {
    object = nil
  }

  /// Orders the accesses in weak mode, like the lock that a client would use.
  private func meet() {
    unsafe scheduler_meet(Unmanaged.passUnretained(self).toOpaque())
  }
}

// MARK: - Running

extension Trial {
  var shape: [[String]] { threads.map { $0.map(\.name) } }

  /// Runs an operation of a thread.
  func perform(_ operation: Int, of thread: Int) {
    let result = threads[thread][operation].body()
    results[thread][operation] = result
  }

  func operationCount(of thread: Int) -> Int { threads[thread].count }

  /// Runs the closures added by `atEnd`, releases everything, and returns the observation.
  func finish() -> Observation {
    for ending in endings { ending() }
    endings = []
    threads = []
    let leaks = tracked.filter { !$0.isReleased() }.map(\.name)
    return Observation(results: results, notes: notes, leaks: leaks)
  }
}

/// The visible effects of a run: the results of its operations, the order of events, and leaked
/// objects.
package struct Observation: Hashable, CustomStringConvertible {
  let results: [[String]]
  let notes: [String: [String]]
  /// The names of objects that should have been released.
  let leaks: [String]

  /// The events with a key.
  package subscript(_ key: String) -> [String] { notes[key] ?? [] }

  package var description: String {
    let texts = results.map { $0.joined(separator: ", ") }.joined(separator: " | ")
    let events = notes.sorted { $0.key < $1.key }
      .map { "\($0.key): \($0.value.joined(separator: " "))" }
    return (["results: \(texts)"] + events).joined(separator: "; ")
  }
}
