import Foundation
import Pledge
import Synchronization

/// Keeps jobs in this process, for one machine and for tests.
final class LocalEngine: Engine {
  private struct Message {
    let payload: Data
    var deliveries = 0
    var isQueued = true
  }

  private struct State {
    var watchers: [(prefix: String, body: @Sendable (String, Data) -> Void)] = []
    var messages: [String: Message] = [:]
    /// The names of the messages to deliver; those of removed messages are skipped.
    var queue: [String] = []
    var first = 0
    var pulls: [(count: Int, resolver: Resolver<[Delivery]>)] = []
  }

  /// No worker dies without this process.
  var silence: Duration? { nil }

  private let values: SingleFlight<String, Data>
  private let clock: any Clock<Duration>
  private let state = Mutex(State())

  /// Creates an engine without jobs, which keeps each key for the time `keep`.
  init(keep: Duration = .seconds(86_400), clock: any Clock<Duration> = ContinuousClock()) {
    values = SingleFlight(expiry: keep, clock: clock)
    self.clock = clock
  }

  func create(_ key: String, _ value: Data) -> Promise<Data> {
    let (stored, watchers) = state.withLock { state in
      if let stored = values.cachedValue(for: key) { return (stored, [(@Sendable (String, Data) -> Void)]()) }
      values.insert(value, for: key)
      return (value, state.watchers.filter { key.hasPrefix($0.prefix + ".") }.map(\.body))
    }
    for body in watchers { body(key, stored) }
    return Promise(value: stored)
  }

  func value(of key: String) -> Promise<Data?> {
    Promise(value: values.cachedValue(for: key))
  }

  func watch(_ prefix: String, _ body: @escaping @Sendable (String, Data) -> Void) {
    state.withLock { $0.watchers.append((prefix, body)) }
  }

  func publish(_ name: String, _ payload: Data) -> Promise<Void> {
    state.withLock { state in
      guard state.messages[name] == nil else { return }
      state.messages[name] = Message(payload: payload)
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
    while deliveries.count < pull.count, state.first < state.queue.count {
      let name = state.queue[state.first]
      state.first += 1
      guard var message = state.messages[name] else { continue }
      message.deliveries += 1
      message.isQueued = false
      state.messages[name] = message
      deliveries.append(delivery(of: name, message))
    }
    if state.first > state.queue.count / 2 {
      state.queue.removeFirst(state.first)
      state.first = 0
    }
    guard !deliveries.isEmpty else { return nil }
    state.pulls.removeFirst()
    return (pull.resolver, deliveries)
  }

  private func delivery(of name: String, _ message: Message) -> Delivery {
    Delivery(
      name: name,
      payload: message.payload,
      number: message.deliveries,
      acknowledge: { [self] in _ = remove(name) },
      handBack: { [self] delay in
        after(delay, clock: clock)
          .tap { [self] in requeue(name, deliveries: message.deliveries) }
          .ignoringErrors()
      }
    )
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
