internal import PledgeCore

/// The reporting of rejections that are never handled, and of broken promises (spec 8.1).
public enum UnhandledRejections {
  /// A report about an unhandled rejection, or about a broken promise that had a consumer.
  public struct Report: Sendable, CustomStringConvertible {
    /// The error; a ``BrokenPromiseError`` for a broken promise.
    public let error: any Error
    /// The `#fileID` of the location where the chain was started.
    public let fileID: String
    /// The line of the location where the chain was started.
    public let line: UInt
    /// The label of the promise; `nil` if it has none, or if no observer is installed.
    public let label: String?
    /// The last stages that the error has passed, such as `Promise → map → timeout`.
    ///
    /// Contains at most seven stages, after an ellipsis if there were more. Empty if none is known.
    /// In a program with more than some 4,000 places that create promises, the place of another
    /// chain may be missing (spec 8.1.8).
    public var chain: String { report.trail.text }
    /// The location, the label, the stages, and what happened, on one line.
    ///
    /// Unprintable characters are escaped. Of an error, the first thousand characters are shown,
    /// and of a label, the first two hundred; ``error`` and ``label`` are whole.
    public var description: String { report.line }

    private let report: UnhandledRejection.Report

    fileprivate init(_ report: UnhandledRejection.Report) {
      self.report = report
      error = report.error
      fileID = report.site.fileID
      line = report.site.line
      label = report.label
    }
  }

  /// Sets the handler for reports.
  ///
  ///     UnhandledRejections.handle { report in crashes.note("\(report)") }
  ///
  /// By default, each report is printed as one line on standard error.
  ///
  /// A report that `handler` causes while it runs is printed instead, so that it does not call
  /// itself. If `handler` starts work that is rejected later, on another thread, it is called for
  /// that rejection, too, and so on: handle the errors of such work (spec 8.1.10).
  ///
  /// - Parameter handler: Receives each report once, on the thread that released the promise.
  public static func handle(by handler: @escaping @Sendable (Report) -> Void) {
    UnhandledRejection.exchange { handler(Report($0)) }
  }

  /// Prints one line on standard error for each report; this is the default.
  public static func print() {
    UnhandledRejection.exchange { $0.print() }
  }

  /// Ignores all reports.
  ///
  /// Observers still receive an event for each; see ``Diagnostics``.
  public static func silence() {
    UnhandledRejection.exchange { _ in }
  }
}
