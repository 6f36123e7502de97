internal import PledgeCore

/// What is done about rejections that nobody has heard of, and about lost producers (spec 8.1).
public enum UnheardRejections {
  /// A rejection that nobody listened to, or the loss of a producer that somebody waited for.
  public struct Report: Sendable, CustomStringConvertible {
    /// The error; ``Abandoned`` for a lost producer.
    public let error: any Error
    /// The `#fileID` of the place where the chain was started.
    public let fileID: String
    /// The line of that place.
    public let line: UInt

    /// The error and the place, which the loss of a producer names itself.
    public var description: String {
      error is Abandoned ? "\(error)" : "\(error), in a chain from \(fileID):\(line)"
    }
  }

  /// Replaces what is done with a report; at first, one line is printed on standard error.
  ///
  ///     UnheardRejections.handle { report in crashReporter.note("\(report)") }
  ///
  /// - Parameter handler: Gets each report once, on the thread that let go of the promise.
  public static func handle(by handler: @escaping @Sendable (Report) -> Void) {
    _ = Unheard.exchange { error, site in
      handler(Report(error: error, fileID: site.fileID, line: site.line))
    }
  }

  /// Prints one line on standard error for each report, which is the default.
  public static func print() {
    _ = Unheard.exchange(Unheard.printLine)
  }
}
