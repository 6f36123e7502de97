import Foundation
import Support

/// The operations that are running and done.
///
/// Ends the run after a failure.
final class Ledger: Sendable {
  private struct Book {
    var pending: [Int: Errand] = [:]
    var begun = 0
    var done: [Kind: Int] = [:]
    var ends: [End: Int] = [:]
    /// The number of events, to detect a hang.
    var events = 0
  }

  let seed: UInt64
  /// The kinds of operations to choose from.
  private let kinds: [Kind]
  private let book = Guarded(Book())
  /// Limits the number of running operations, and so the memory they take.
  private let places: DispatchSemaphore

  init(seed: UInt64, kinds: [Kind], places: Int) {
    self.seed = seed
    self.kinds = kinds
    self.places = DispatchSemaphore(value: places)
  }

  var isIdle: Bool { book.with { $0.pending.isEmpty } }
  var events: Int { book.with { $0.events } }
  var begun: Int { book.with { $0.begun } }
  var done: [Kind: Int] { book.with { $0.done } }
  var ends: [End: Int] { book.with { $0.ends } }

  /// Starts the next operation once there is room for it.
  func begin() -> (Errand, Lottery) {
    places.wait()
    return book.with { book in
      book.begun += 1
      var lottery = Lottery(seed: seed, operation: book.begun)
      let kind = kinds[lottery.draw(0...kinds.count - 1)]
      let errand = Errand(book.begun, kind, in: self)
      book.pending[book.begun] = errand
      return (errand, lottery)
    }
  }

  func end(_ errand: Errand) {
    book.with { book in
      book.pending[errand.number] = nil
      book.done[errand.kind, default: 0] += 1
      book.events += 1
    }
    places.signal()
  }

  func note(_ end: End) {
    book.with { book in
      book.ends[end, default: 0] += 1
      book.events += 1
    }
  }

  /// Prints the failure and ends the process.
  func violation(_ text: String) -> Never {
    say("violation: seed \(seed), \(text)")
    exit(1)
  }

  /// Prints the running operations and ends the process.
  func hang(after seconds: Int) -> Never {
    say("hang: seed \(seed), nothing has happened for \(seconds) s; still missing:")
    let pending = book.with { $0.pending }.sorted { $0.key < $1.key }
    for (number, errand) in pending.prefix(50) {
      let missing = errand.pending.joined(separator: "; ")
      say("  operation \(number) (\(errand.kind)): \(missing)")
    }
    if pending.count > 50 { say("  and \(pending.count - 50) more") }
    exit(1)
  }
}
