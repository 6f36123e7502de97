internal import CPledge

/// Telling of rejections that nobody has heard of, and of producers that were lost.
package enum UnhandledRejection {
  /// What is told.
  package struct Report: Sendable {
    package let error: any Error
    /// Where the chain was started.
    package let site: Site
    /// The stages that the error has passed.
    package let trail: Trail
  }

  package typealias Handler = @Sendable (Report) -> Void

  fileprivate static let handler = Locked(Kept(handler: { $0.print() }))

  /// Replaces what is done with a report.
  ///
  /// - Returns: What was done before.
  @discardableResult
  package static func exchange(_ new: @escaping Handler) -> Handler {
    handler.withLock { kept in
      defer { kept.handler = new }
      return kept.handler
    }
  }

  /// Reports the error of a node in its deinit, unless it says that nobody wanted the outcome any more.
  static func report(_ error: any Error, of node: Node) {
    if ErrorFactory.isCancellation(error) { return }
    Report(error: error, site: node.site, trail: node.trail).send(about: node.numberIfObserved)
  }
}

extension UnhandledRejection.Report {
  /// Tells observers and the handler.
  ///
  /// - Parameter promise: The number of the promise, if anybody watches.
  func send(about promise: UInt64) {
    if promise != 0 { Instrumentation.wasUnhandled(promise, self) }
    UnhandledRejection.handler.withLock { $0.handler }(self)
  }

  /// The place, the stages, and what happened: one line, whatever the error says.
  package var line: String {
    let chain = trail.text.isEmpty ? site.text : "\(site.text) \(trail.text)"
    if ErrorFactory.brokenPromise(of: error) != nil {
      return "\(chain): broken promise: its producer was released before settling it"
    }
    return "\(chain): unhandled rejection: \(String(describing: error).escaped())"
  }

  /// Prints the line on standard error.
  package func print() {
    unsafe pledge_print_line("pledge: \(line)")
  }
}

/// See ``Locked`` for why a struct.
private struct Kept {
  var handler: UnhandledRejection.Handler
}
