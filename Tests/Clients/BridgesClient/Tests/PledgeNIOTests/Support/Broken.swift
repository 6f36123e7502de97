import Foundation

/// What goes wrong here.
struct Broken: Error, Equatable {}

/// A list that any thread adds to.
final class Log<Element: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: [Element] = []

  var elements: [Element] { lock.withLock { stored } }

  func append(_ element: Element) {
    lock.withLock { stored.append(element) }
  }
}
