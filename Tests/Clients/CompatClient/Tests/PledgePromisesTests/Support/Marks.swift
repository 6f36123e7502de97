import TestSupport

extension Log where Entry == Bool {
  /// Records one occurrence.
  func mark() { add(true) }

  /// The number of recorded occurrences.
  var count: Int { entries.count }
}
