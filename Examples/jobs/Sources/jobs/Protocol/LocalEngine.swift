import Foundation
import Pledge
import Synchronization

/// Keeps jobs in this process, for one machine and for tests.
final class LocalEngine: Engine {
  private struct Message {
    let data: Data
    var deliveries = 0
    var isQueued = true
  }

  private struct State {
    var watchers: [@Sendable (String, Data) -> Void] = []
    var messages: [String: Message] = [:]
    /// The names of the messages to deliver, and of some that were removed.
    var queue: [String] = []
    var pulls: [(count: Int, resolver: Resolver<[Delivery]>)] = []
  }

  private let values: SingleFlight<String, Data>
  private let clock: any Clock<Duration>
  private let state = Mutex(State())

  var silence: Duration? { nil }

  /// Creates an engine without jobs, which keeps each key for the time `keep`.
  init(keep: Duration = .seconds(86_400), clock: any Clock<Duration> = ContinuousClock()) {
    values = SingleFlight(expiry: keep, clock: clock)
    self.clock = clock
  }

  func create(_ key: String, _ value: Data) -> Promise<Data> {
    let (stored, watchers) = state.withLock { state in
      if let stored = values.cachedValue(for: key) { return (stored, State().watchers) }
      values.insert(value, for: key)
      return (value, key.hasPrefix("answer.") ? state.watchers : [])
    }
    for body in watchers { body(String(key.dropFirst("answer.".count)), stored) }
    return Promise(value: stored)
  }

  func value(of key: String) -> Promise<Data?> { Promise(value: values.cachedValue(for: key)) }

  func watchAnswers(_ body: @escaping @Sendable (String, Data) -> Void) {
    state.withLock { $0.watchers.append(body) }
  }

  func publish(_ name: String, _ message: Data) -> Promise<Void> {
    state.withLock { state in
      guard state.messages[name] == nil else { return }
      state.messages[name] = Message(data: message)
      state.queue.append(name)
    }
    deliver()
    return Promise(value: ())
  }

  func remove(_ name: String) -> Promise<Void> {
    state.withLock { $0.messages[name] = nil }
    return Promise(value: ())
  }

  func pull(_ count: Int) -> Promise<[Delivery]> {
    let (pull, resolver) = Promise<[Delivery]>.pending()
    state.withLock { $0.pulls.append((count, resolver)) }
    deliver()
    return pull
  }

  /// Gives messages to the pulls that wait.
  private func deliver() {
    while case (let resolver, let deliveries)? = state.withLock({ next(&$0) }) {
      guard !resolver.resolve(deliveries) else { continue }
      // The pull was discarded.
      for delivery in deliveries { requeue(delivery.name, deliveries: delivery.number - 1) }
    }
  }

  private func next(_ state: inout State) -> (Resolver<[Delivery]>, [Delivery])? {
    guard let pull = state.pulls.first else { return nil }
    var deliveries: [Delivery] = []
    while deliveries.count < pull.count, !state.queue.isEmpty {
      let name = state.queue.removeFirst()
      guard var message = state.messages[name] else { continue }
      message.deliveries += 1
      message.isQueued = false
      state.messages[name] = message
      deliveries.append(delivery(of: name, message))
    }
    guard !deliveries.isEmpty else { return nil }
    return (state.pulls.removeFirst().resolver, deliveries)
  }

  private func delivery(of name: String, _ message: Message) -> Delivery {
    let number = message.deliveries
    return Delivery(name: name, message: message.data, number: number) { [self] in
      _ = remove(name)
    } handBack: { [self, clock] delay in
      after(delay, clock: clock).tap { [self] in requeue(name, deliveries: number) }
        .ignoringErrors()
    }
  }

  private func requeue(_ name: String, deliveries: Int) {
    state.withLock { state in
      guard state.messages[name]?.isQueued == false else { return }
      state.messages[name]?.isQueued = true
      state.messages[name]?.deliveries = deliveries
      state.queue.append(name)
    }
    deliver()
  }
}
