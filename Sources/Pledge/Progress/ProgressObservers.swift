internal import PledgeSupport

/// The observers of a monitor, in the order of their registration.
///
/// A removed observer leaves a gap. The gaps are closed once they outnumber the observers, so a
/// removal takes amortized constant time.
struct ProgressObservers: Sendable {
  private var entries: [ProgressObservation?] = []
  /// The place of each observer in `entries`.
  private var places: [ObjectIdentifier: Int] = [:]

  var all: [ProgressObservation] { entries.compactMap(\.self) }

  mutating func append(_ observation: ProgressObservation) {
    places[ObjectIdentifier(observation)] = entries.count
    entries.append(observation)
  }

  /// Removes an observer if it is present; the caller holds it, so this does not release it.
  mutating func remove(_ observation: ProgressObservation) {
    guard let place = places.removeValue(forKey: ObjectIdentifier(observation)) else { return }
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
