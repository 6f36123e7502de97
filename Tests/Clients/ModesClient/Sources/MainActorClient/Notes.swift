/// A log of events on the main actor, in order.
@MainActor
final class Notes {
  private(set) var all: [String] = []

  func add(_ note: String) {
    all.append(note)
  }
}
