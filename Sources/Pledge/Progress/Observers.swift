internal import PledgeSupport

/// The observers of a monitor or a key, in the order of their registration.
///
/// A removed observer leaves a gap. The gaps are closed once they outnumber the observers, so a
/// removal takes amortized constant time.
@usableFromInline struct Observers<Observer: AnyObject & Sendable>: Sendable {
  private var entries: [Observer?] = []
  /// The place of each observer in `entries`.
  private var places: [ObjectIdentifier: Int] = [:]

  var isEmpty: Bool { places.isEmpty }

  @usableFromInline var all: [Observer] { entries.compactMap(\.self) }

  mutating func append(_ observer: Observer) {
    places[ObjectIdentifier(observer)] = entries.count
    entries.append(observer)
  }

  /// Removes an observer if it is present; the caller holds it, so this does not release it.
  mutating func remove(_ observer: Observer) {
    guard let place = places.removeValue(forKey: ObjectIdentifier(observer)) else { return }
    entries[place] = nil
    if places.count < entries.count / 2 { closeGaps() }
  }

  private mutating func closeGaps() {
    entries = all
    places.shrinkIfSparse()
    for (place, entry) in entries.enumerated() {
      if let entry { places[ObjectIdentifier(entry)] = place }
    }
  }
}
