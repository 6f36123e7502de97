import Foundation
import Synchronization

/// Prints a line for every hundredth of a run.
final class Progress: Sendable {
  private let answered: Mutex<Int>
  private let items: Int

  /// Starts at `earlier`, the number of items that are answered already.
  init(of items: Int, earlier: Int) {
    self.items = items
    answered = Mutex(earlier)
  }

  /// Records that one more item has been answered.
  func advance() {
    let answered = answered.withLock { answered in
      answered += 1
      return answered
    }
    guard answered.isMultiple(of: max(items / 100, 1)) else { return }
    print("\(answered) of \(items)")
    // A pipe would buffer it.
    fflush(nil)
  }
}
