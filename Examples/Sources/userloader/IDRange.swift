import ArgumentParser

/// The ids to load, written `1-200`, or `7` for a single one.
struct IDRange: Sendable {
  let ids: ClosedRange<Int>

  init(_ ids: ClosedRange<Int>) { self.ids = ids }

  /// Parses the value of `--ids`.
  init(_ text: String) throws {
    let bounds = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard 1...2 ~= bounds.count, let first = bounds[0], let last = bounds[bounds.count - 1] else {
      throw ValidationError("It is not a range such as 1-200, or a number.")
    }
    guard first <= last else {
      throw ValidationError("The end precedes the start. Did you mean \(last)-\(first)?")
    }
    guard first >= 1, last <= 1_000_000 else {
      throw ValidationError("Ids range from 1 to 1000000.")
    }
    ids = first...last
  }
}

extension IDRange: CustomStringConvertible {
  var description: String {
    ids.count == 1 ? "\(ids.lowerBound)" : "\(ids.lowerBound)-\(ids.upperBound)"
  }
}
