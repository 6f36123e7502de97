extension Duration {
  /// The longest duration of which some can be added without overflow, almost 300 billion years.
  private static let longest = Duration.seconds(Int64.max)

  private var clamped: Duration { min(max(self, .zero - .longest), .longest) }

  /// Returns the sum, or the nearest duration that can be added again.
  func adding(_ other: Duration) -> Duration { (clamped + other.clamped).clamped }

  /// Returns the difference, or the nearest duration that can be added again.
  func subtracting(_ other: Duration) -> Duration { (clamped - other.clamped).clamped }
}
