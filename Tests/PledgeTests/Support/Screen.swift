/// Main-actor state for handlers to modify.
@MainActor
final class Screen {
  var lines: [String] = []

  /// Adds a line, and returns the number of lines.
  func add(_ number: Int) -> Int {
    lines.append("\(number)")
    return lines.count
  }
}
