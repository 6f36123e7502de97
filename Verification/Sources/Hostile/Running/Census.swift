import Support

/// The objects that are alive in a round.
final class Census: Sendable {
  typealias Ticket = Int

  private struct Book {
    var last = 0
    var living: [Ticket: @Sendable () -> String] = [:]
  }

  private let book = Guarded(Book())

  /// A number that changes whenever an object is created or released.
  var movements: Int { book.with { $0.last * 2 - $0.living.count } }

  var isEmpty: Bool { book.with { $0.living.isEmpty } }

  /// The descriptions of the living objects.
  var living: [String] {
    // Copied under the lock, because the sanitizer does not see that a dictionary is no longer
    // shared.
    book.with { $0.living.map { $0 } }.sorted { $0.key < $1.key }.map { $0.value() }
  }

  func enter(_ title: @escaping @Sendable () -> String) -> Ticket {
    book.with { book in
      book.last += 1
      book.living[book.last] = title
      return book.last
    }
  }

  func leave(_ ticket: Ticket) {
    // Releases the closure after unlocking.
    _ = book.with { $0.living.removeValue(forKey: ticket) }
  }
}
