import Foundation

/// An error for failures in tests.
struct Broken: Error, Equatable {}

/// Records elements in order, from any thread.
final class Log<Element: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: [Element] = []

  var elements: [Element] { lock.withLock { stored } }

  func append(_ element: Element) {
    lock.withLock { stored.append(element) }
  }
}
