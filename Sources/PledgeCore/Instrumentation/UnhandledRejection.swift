internal import CPledge
internal import PledgeSupport

/// Reporting of unhandled rejections and broken promises.
package enum UnhandledRejection {
  /// A report of an unhandled rejection or a broken promise.
  package struct Report: Sendable {
    package let error: any Error
    /// The source location at which the chain was started.
    package let site: Site
    /// The stages that the error has passed through.
    package let trail: Trail
  }

  package typealias Handler = @Sendable (Report) -> Void

  fileprivate static let installed = Locked(InstalledHandler(handler: { $0.print() }))

  /// Replaces the handler of reports.
  ///
  /// - Returns: The previous handler.
  @discardableResult
  package static func exchange(_ new: @escaping Handler) -> Handler {
    installed.withLock { installed in
      defer { installed.handler = new }
      return installed.handler
    }
  }

  /// Reports the error of a node in its deinit, unless the error is a cancellation.
  static func report(_ error: any Error, of node: Node) {
    if error.representsCancellation { return }
    Report(error: error, site: node.site, trail: node.trail).send(about: node.numberIfObserved)
  }
}

extension UnhandledRejection.Report {
  /// Passes the report to observers and to the handler.
  ///
  /// - Parameter promise: The number of the promise; zero if events are not observed.
  func send(about promise: UInt64) {
    if promise != 0 { Instrumentation.wasUnhandled(promise, self) }
    UnhandledRejection.installed.withLock { $0.handler }(self)
  }

  /// The source location, the stages, and the escaped error, on a single line.
  package var line: String {
    let chain = trail.text.isEmpty ? site.text : "\(site.text) \(trail.text)"
    if error is BrokenPromiseError {
      return "\(chain): broken promise: its producer was released before settling it"
    }
    return "\(chain): unhandled rejection: \(String(describing: error).escaped())"
  }

  /// Prints the line to standard error.
  package func print() {
    unsafe pledge_print_line("pledge: \(line)")
  }
}

/// A struct rather than a bare closure; see ``Locked``.
private struct InstalledHandler {
  var handler: UnhandledRejection.Handler
}
