/// Main-actor state for handlers to modify.
@MainActor
final class Screen {
  var lines: [String] = []
}
