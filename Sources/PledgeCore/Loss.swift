/// One loss of a producer, however many promises hear of it.
package final class Loss: Sendable {
  /// Where the promise was made that lost it.
  package let site: Site
  private let isFirst = Once()

  init(_ site: Site) {
    self.site = site
  }

  /// Notes how a consumer took the news, and reports the loss the first time somebody listens.
  ///
  /// One that is alone, because only the list referred to it, does not listen at the end of a chain:
  /// nobody is left to be told.
  ///
  /// - Returns: What to publish: a loss that goes on is reported here or nowhere.
  func wasDelivered(to consumer: Node, isAlone: Bool, _ verdict: Verdict) -> Verdict {
    if verdict == .deaf { return verdict }
    guard verdict == .rejected, Vocabulary.loss(of: consumer.error) === self else {
      report()
      return verdict
    }
    if !consumer.hasConsumers, !isAlone { report() }
    return .rejectedAndHeard
  }

  /// Reports the loss, unless that has been done.
  func report() {
    if isFirst() { Unheard.report(Vocabulary.abandoned(self), at: site) }
  }
}

extension Node {
  /// The loss that this node tells of, if it is settled by one.
  final var loss: Loss? {
    guard state.loadRelaxed() & State.rejected != 0 else { return nil }
    return Vocabulary.loss(of: error)
  }

  /// Whether anything is in the list.
  final var hasConsumers: Bool { state.loadRelaxed() & State.pointer != 0 }
}
