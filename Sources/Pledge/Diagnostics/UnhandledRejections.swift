internal import PledgeCore

/// What is done about rejections that nobody has heard of, and about lost producers (spec 8.1).
public enum UnhandledRejections {
  /// A rejection that nobody listened to, or the loss of a producer that somebody waited for.
  public struct Report: Sendable, CustomStringConvertible {
    /// The error; ``BrokenPromiseError`` for a lost producer.
    public let error: any Error
    /// The `#fileID` of the place where the chain was started.
    public let fileID: String
    /// The line of that place.
    public let line: UInt
    /// The last stages that the error has passed, such as `Promise → map → timeout`.
    ///
    /// At most eight, with an ellipsis for those before; empty if none is known.
    public var chain: String { report.trail.text }
    /// The place, the stages and what happened, in one line.
    public var description: String { report.line }

    private let report: UnhandledRejection.Report

    fileprivate init(_ report: UnhandledRejection.Report) {
      self.report = report
      error = report.error
      fileID = report.site.fileID
      line = report.site.line
    }
  }

  /// Replaces what is done with a report; at first, one line is printed on standard error.
  ///
  ///     UnhandledRejections.handle { report in crashes.note("\(report)") }
  ///
  /// - Parameter handler: Gets each report once, on the thread that let go of the promise.
  public static func handle(by handler: @escaping @Sendable (Report) -> Void) {
    UnhandledRejection.exchange { handler(Report($0)) }
  }

  /// Prints one line on standard error for each report, which is the default.
  public static func print() {
    UnhandledRejection.exchange { $0.print() }
  }

  /// Does nothing about reports.
  ///
  /// Observers still hear of each; see ``Diagnostics``.
  public static func silence() {
    UnhandledRejection.exchange { _ in }
  }
}
