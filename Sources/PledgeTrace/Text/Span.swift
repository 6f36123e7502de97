/// A human-readable duration, such as `12 ms` or `1.3 s`.
struct Span: CustomStringConvertible {
  /// The length in nanoseconds.
  let nanoseconds: UInt64

  private static let units: [(name: String, nanoseconds: UInt64)] = [
    ("h", 3_600_000_000_000), ("min", 60_000_000_000), ("s", 1_000_000_000),
    ("ms", 1_000_000), ("µs", 1_000), ("ns", 1),
  ]

  /// The duration with one decimal place if it is less than ten units, rounded.
  var description: String {
    var smaller: (name: String, nanoseconds: UInt64)?
    for unit in Span.units.reversed() {
      // A duration that would round to 1000 ms is shown as 1.0 s.
      if nanoseconds < unit.nanoseconds - unit.nanoseconds / 2000 { break }
      smaller = unit
    }
    guard let unit = smaller else { return "0 ns" }
    if unit.nanoseconds == 1 { return "\(nanoseconds) ns" }
    let tenth = unit.nanoseconds / 10
    let tenths = nanoseconds / tenth + (nanoseconds % tenth >= tenth / 2 ? 1 : 0)
    if tenths < 100 { return "\(tenths / 10).\(tenths % 10) \(unit.name)" }
    let whole = nanoseconds / unit.nanoseconds
    let rest = nanoseconds % unit.nanoseconds
    return "\(whole + (rest >= unit.nanoseconds / 2 ? 1 : 0)) \(unit.name)"
  }
}
