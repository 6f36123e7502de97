/// How far something is: a fraction, and words for it.
public struct ProgressReport: Sendable, Hashable {
  /// How much is done, from 0 to 1.
  public let fraction: Double

  /// What is being done, in the words of the latest who had any.
  public let message: String?

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - fraction: How much is done; below 0 counts as 0, above 1 as 1, and what is no number as 0.
  ///   - message: What is being done.
  public init(fraction: Double, message: String? = nil) {
    self.fraction = fraction > 0 ? min(fraction, 1) : 0
    self.message = message
  }
}
