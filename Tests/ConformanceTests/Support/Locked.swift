import Foundation

/// A value behind a lock that the thread sanitizer understands.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }

  func withLock<Answer>(_ body: (inout Value) -> Answer) -> Answer {
    lock.withLock { body(&stored) }
  }
}

/// Records entries in order.
final class Log<Entry: Sendable>: Sendable {
  private let stored = Locked<[Entry]>([])

  var entries: [Entry] { stored.value }

  func add(_ entry: Entry) {
    stored.withLock { $0.append(entry) }
  }
}

/// Creates objects and counts those that are still alive.
final class Lives: Sendable {
  private let stored = Locked(0)

  var count: Int { stored.value }

  func begin() -> Life {
    stored.withLock { $0 += 1 }
    return Life { [stored] in stored.withLock { $0 -= 1 } }
  }
}

/// Runs a closure when it is deinitialized.
final class Life: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
