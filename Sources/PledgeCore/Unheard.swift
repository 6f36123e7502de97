internal import CPledge

/// Telling of rejections that nobody has heard of, and of producers that were lost.
package enum Unheard {
  /// What is told: the error and the place where the chain was started.
  package typealias Handler = @Sendable (_ error: any Error, _ site: Site) -> Void

  private static let handler = Locked(Kept(handler: printLine))

  /// Replaces what is done with a report.
  ///
  /// - Returns: What was done before.
  package static func exchange(_ new: @escaping Handler) -> Handler {
    handler.withLock { kept in
      defer { kept.handler = new }
      return kept.handler
    }
  }

  /// Reports `error`, unless it says that nobody wanted the outcome any more.
  static func report(_ error: any Error, at site: Site) {
    if Vocabulary.isCancellation(error) { return }
    handler.withLock { $0.handler }(error, site)
  }

  /// Prints one line on standard error.
  package static func printLine(_ error: any Error, _ site: Site) {
    let line =
      Vocabulary.loss(of: error) != nil
      ? "pledge: \(error)"
      : "pledge: rejected, and nobody listened: \(error), in a chain from \(site.fileID):\(site.line)"
    unsafe pledge_print_line(line)
  }
}

/// See ``Locked`` for why a struct.
private struct Kept {
  var handler: Unheard.Handler
}
