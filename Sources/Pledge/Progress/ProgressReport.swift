/// The progress of some work: a fraction and a message.
public struct ProgressReport: Sendable, Hashable {
  /// The fraction of the work that is done, from 0 to 1.
  public let fraction: Double

  /// The latest description of the current activity.
  public let message: String?

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - fraction: The fraction of the work that is done. Values below 0 and NaN count as 0, values
  ///     above 1 as 1.
  ///   - message: A description of the current activity.
  public init(fraction: Double, message: String? = nil) {
    self.fraction = fraction > 0 ? min(fraction, 1) : 0
    self.message = message
  }
}
