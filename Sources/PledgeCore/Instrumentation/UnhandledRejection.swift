internal import PledgeSupport

/// Reporting of unhandled rejections and broken promises.
package enum UnhandledRejection {
  /// A report of an unhandled rejection or a broken promise.
  package struct Report: Sendable {
    package let error: any Error
    /// The source location at which the chain was started.
    package let site: Site
    /// The label of the promise.
    package let label: String?
    /// The stages that the error has passed through.
    package let trail: Trail

    package init(error: any Error, site: Site, label: String?, trail: Trail) {
      self.error = error
      self.site = site
      self.label = label
      self.trail = trail
    }
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

  /// Reports an error that has passed the stages of `trail`.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - site: The source location at which the chain was started.
  ///   - promise: The promise; `nil` if events are not observed.
  ///   - trail: The stages.
  static func report(
    _ error: any Error,
    at site: Site,
    of promise: PromiseIdentity?,
    _ trail: Trail
  ) {
    Report(error: error, site: site, label: promise?.label, trail: trail).send(about: promise)
  }
}

extension UnhandledRejection.Report {
  /// Passes the report to observers and to the handler.
  ///
  /// A report that the handler causes is printed instead, and one that its description causes is
  /// dropped: otherwise, a handler whose own work fails would call itself until the stack
  /// overflows.
  ///
  /// - Parameter promise: The promise; `nil` if events are not observed.
  fileprivate func send(about promise: PromiseIdentity?) {
    if let promise { Instrumentation.wasUnhandled(promise.number, self) }
    let outer = CurrentThread.reports
    CurrentThread.reports = outer + 1
    switch outer {
    case 0: UnhandledRejection.installed.withLock { $0.handler }(self)
    case 1: print()
    default: break
    }
    CurrentThread.reports = outer
  }

  /// The source location, the label, and the stages, escaped and shortened, on one line.
  package var chain: String {
    site.text(labeled: label) + (trail.text.isEmpty ? "" : " \(trail.text)")
  }

  /// The chain and the error, escaped and shortened, on one line.
  package var line: String {
    if error is BrokenPromiseError {
      return "\(chain): broken promise: its producer was released before settling it"
    }
    return "\(chain): unhandled rejection: \(error.shortDescription)"
  }

  /// Prints the line to standard error.
  package func print() {
    System.printLine("pledge: \(line)")
  }
}

/// A struct rather than a bare closure; see ``Locked``.
private struct InstalledHandler {
  var handler: UnhandledRejection.Handler
}
