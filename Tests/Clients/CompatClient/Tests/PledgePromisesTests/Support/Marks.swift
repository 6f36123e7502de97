import TestSupport

extension Log where Entry == Bool {
  /// Notes that it happened.
  func mark() { add(true) }

  /// How often it did.
  var count: Int { entries.count }
}
