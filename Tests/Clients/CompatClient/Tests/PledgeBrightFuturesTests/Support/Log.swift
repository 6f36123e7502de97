import Foundation

/// What happened, in order, behind a lock that the thread sanitizer sees.
final class Log<Entry: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: [Entry] = []

  var entries: [Entry] { lock.withLock { stored } }

  func add(_ entry: Entry) {
    lock.withLock { stored.append(entry) }
  }

  func take() -> Entry {
    lock.withLock { stored.removeFirst() }
  }
}

/// An error that tests fail with.
struct Broken: Error, Equatable {
  var number = 0
}

/// Another one.
struct Other: Error, Equatable {
  var number = 0
}
