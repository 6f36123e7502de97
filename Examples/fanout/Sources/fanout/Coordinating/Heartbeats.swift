import Pledge
import Synchronization

/// Sends heartbeats to workers, and reports their results to the dispatcher.
final class Heartbeats: Sendable {
  private let links: [WorkerLink]
  private let policy: Policy
  private let failures = Mutex<[Int: CallFailure]>([:])

  init(to links: [WorkerLink], policy: Policy) {
    self.links = links
    self.policy = policy
  }

  /// The reason why the latest heartbeat of `worker` failed, or `nil` if it was answered.
  func failure(of worker: Int) -> CallFailure? { failures.withLock { $0[worker] } }

  /// Sends heartbeats until the promise is discarded.
  func reporting<Time>(to dispatcher: Dispatcher<Time>) -> Promise<Void> {
    all(links.map { watching($0, for: dispatcher) }).asVoid()
  }

  private func watching<Time>(_ link: WorkerLink, for dispatcher: Dispatcher<Time>) -> Promise<Bool>
  {
    let isDone: @Sendable (Bool) -> Bool = { $0 }
    return poll(every: policy.beat, until: isDone) { [self] in
      let beat = link.beat(within: policy.beatLimit).timeout(after: policy.beatLimit)
      return beat.map { nil }
        .recover { CallFailure($0, of: link.worker) }
        .map { [self] failure in report(failure, of: link, to: dispatcher) }
    }
  }

  /// Returns `false`, because heartbeats do not end.
  private func report<Time>(
    _ failure: CallFailure?,
    of link: WorkerLink,
    to dispatcher: Dispatcher<Time>
  ) -> Bool {
    failures.withLock { $0[link.worker] = failure }
    let isStuck = dispatcher.record(failure?.beat ?? .answered, of: link.worker)
    if isStuck { link.reconnect() }
    return false
  }
}

extension CallFailure {
  /// The meaning of this failure of a heartbeat.
  fileprivate var beat: Presence.Beat {
    switch kind {
    case .late, .cancelled, .busy: .missed
    case .gone, .broken: .gone
    case .incompatible: .incompatible
    }
  }
}
