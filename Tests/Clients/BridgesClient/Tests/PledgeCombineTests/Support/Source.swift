import TestSupport

#if canImport(Combine)
@_exported public import Combine
#else
@_exported public import OpenCombine
#endif

/// A publisher that a test controls: it logs demand and cancellation, and may break every rule of
/// Combine.
final class Source<Output: Sendable>: Publisher, Sendable {
  typealias Failure = any Error

  /// The requests and cancellations received.
  let log = Locked<[String]>([])
  private let downstream = Locked<Link?>(nil)

  private struct Link: @unchecked Sendable {
    let subscriber: AnySubscriber<Output, any Error>
  }

  /// The subscription that subscribers receive.
  final class Line: Subscription, Sendable {
    let log: Locked<[String]>

    init(_ log: Locked<[String]>) { self.log = log }

    func request(_ demand: Subscribers.Demand) {
      log.withLock { $0.append("request \(demand == .unlimited ? "all" : "\(demand.max ?? 0)")") }
    }

    func cancel() {
      log.withLock { $0.append("cancel") }
    }
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
    let link = Link(subscriber: AnySubscriber(subscriber))
    downstream.withLock { $0 = link }
  }

  func subscribe() {
    downstream.value?.subscriber.receive(subscription: Line(log))
  }

  func send(_ value: Output) {
    _ = downstream.value?.subscriber.receive(value)
  }

  func finish(_ error: (any Error)? = nil) {
    downstream.value?.subscriber.receive(completion: error.map { .failure($0) } ?? .finished)
  }

  /// Releases the subscriber without completing it.
  func forget() {
    downstream.withLock { $0 = nil }
  }
}
