internal import PledgeSupport

/// A broken promise, shared by all promises that it rejects.
package final class BrokenPromise: Sendable {
  /// The source location at which the broken promise was created.
  package let site: Site
  /// The number and the label of the broken promise; `nil` if events are not observed.
  let identity: PromiseIdentity?
  private let isFirst = Once()

  init(of node: Node) {
    site = node.site
    identity = node.identity
  }

  /// Reports the broken promise, once, if `consumer` handles the error or is the end of a chain.
  ///
  /// The end of a chain is not reported if only the list of `source` referred to it (`isAlone`): no
  /// other code can observe its outcome.
  ///
  /// - Returns: The disposition to publish. An error that is passed on counts as handled, because
  ///   it is reported here or not at all.
  func wasDelivered(
    to consumer: Node,
    of source: Node,
    isAlone: Bool,
    _ disposition: Disposition
  ) -> Disposition {
    if wasHandled(by: consumer, of: source, disposition) { return disposition }
    if !consumer.hasConsumers, !isAlone { report(consumer.trailToPublish) }
    return .rejectedAndHandled
  }

  /// Reports the broken promise, once, if `consumer` handles the error.
  ///
  /// - Returns: Whether `consumer` handles or ignores the error; otherwise it passes it on.
  @discardableResult
  func wasHandled(by consumer: Node, of source: Node, _ disposition: Disposition) -> Bool {
    if disposition == .rejected, consumer.knownError.reportedBrokenPromise === self { return false }
    if disposition != .ignored { report(source.trail) }
    return true
  }

  /// Reports the broken promise with the stages in `trail`, unless it has been reported.
  func report(_ trail: Trail) {
    if isFirst() { reportUnhandled(trail) }
  }
}

extension Node {
  /// The broken promise that rejected this node; `nil` if there is none.
  final var brokenPromise: BrokenPromise? {
    guard state.loadRelaxed().isRejected else { return nil }
    return knownError.reportedBrokenPromise
  }

  /// Reports the broken promise that rejected this node, if there is one, to its first consumer.
  @usableFromInline @inline(never) package final func reportIfBroken() {
    brokenPromise?.report(trail)
  }
}

extension Error {
  /// The broken promise that this error reports; `nil` if it is another error.
  fileprivate var reportedBrokenPromise: BrokenPromise? {
    // The types are compared first: a dynamic cast would cost every rejection more.
    guard Self.self == BrokenPromiseError.self else { return nil }
    return (self as? BrokenPromiseError)?.brokenPromise
  }
}
