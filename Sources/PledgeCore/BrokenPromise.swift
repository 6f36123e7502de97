/// One loss of a producer, however many promises hear of it.
package final class BrokenPromise: Sendable {
  /// Where the promise was made that lost it.
  package let site: Site
  /// The number of that promise; zero if nobody watches.
  let promise: UInt64
  private let isFirst = Once()

  init(of node: Node) {
    site = node.site
    promise = node.numberIfObserved
  }

  /// Notes how a consumer of `source` took the news, and reports the loss the first time somebody
  /// listens.
  ///
  /// One that is alone, because only the list referred to it, does not listen at the end of a chain:
  /// nobody is left to be told.
  ///
  /// - Returns: What to publish: a loss that goes on is reported here or nowhere.
  func wasDelivered(
    to consumer: Node,
    of source: Node,
    isAlone: Bool,
    _ disposition: Disposition
  ) -> Disposition {
    if disposition == .ignored { return disposition }
    guard disposition == .rejected, ErrorFactory.brokenPromise(of: consumer.error) === self else {
      report(source.trail)
      return disposition
    }
    if !consumer.hasConsumers, !isAlone { report(consumer.trailToPublish) }
    return .rejectedAndHandled
  }

  /// Reports the loss, of which somebody heard at the end of `trail`, unless that has been done.
  func report(_ trail: Trail) {
    guard isFirst() else { return }
    let report = UnhandledRejection.Report(
      error: ErrorFactory.broken(self),
      site: site,
      trail: trail
    )
    report.send(about: promise)
  }
}

extension Node {
  /// The loss that this node tells of, if it is settled by one.
  final var brokenPromise: BrokenPromise? {
    guard state.loadRelaxed() & State.rejected != 0 else { return nil }
    return ErrorFactory.brokenPromise(of: error)
  }

  /// Whether anything is in the list.
  final var hasConsumers: Bool { state.loadRelaxed() & State.pointer != 0 }
}
