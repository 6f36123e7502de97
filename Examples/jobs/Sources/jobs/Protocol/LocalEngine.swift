import Foundation
import Pledge
import Synchronization

/// Keeps jobs in this process, for one machine and for tests.
final class LocalEngine: Engine {
  private struct State {
    var watchers: [@Sendable (String, Data) -> Void] = []
    var messages: [String: (data: Data, deliveries: Int)] = [:]
    /// The names of the messages to deliver, and of some that were removed.
    var queue: [String] = []
    /// Fulfilled when there is a message to deliver.
    var arrival = Promise<Void>()
  }

  /// Keeps each key for a day.
  private let values = SingleFlight<String, Data>(expiry: .seconds(86_400))
  private let state = Mutex(State())

  /// Its workers never die alone.
  let silence: Duration = .seconds(86_400)

  func create(_ key: String, _ value: Data) -> Promise<Data> {
    let (stored, watchers) = state.withLock { state in
      let stored = values.cachedValue(for: key)
      if stored == nil { values.insert(value, for: key) }
      return (stored ?? value, key.hasPrefix("answer.") ? state.watchers : [])
    }
    for body in watchers { body(String(key.dropFirst("answer.".count)), stored) }
    return Promise(value: stored)
  }

  func value(of key: String) -> Promise<Data?> { Promise(value: values.cachedValue(for: key)) }

  func watchAnswers(_ body: @escaping @Sendable (String, Data) -> Void) {
    state.withLock { $0.watchers.append(body) }
  }

  func publish(_ name: String, _ message: Data) -> Promise<Void> {
    let isNew = state.withLock { state in
      defer { state.messages[name] = state.messages[name] ?? (message, 0) }
      return state.messages[name] == nil
    }
    if isNew { enqueue(name) }
    return Promise(value: ())
  }

  func remove(_ name: String) -> Promise<Void> {
    state.withLock { $0.messages[name] = nil }
    return Promise(value: ())
  }

  func pull(_ count: Int) -> Promise<[Delivery]> {
    let (names, arrival) = state.withLock { state in
      let names = Array(state.queue.prefix(count))
      state.queue.removeFirst(names.count)
      return (names, state.arrival)
    }
    guard names.isEmpty else { return Promise(value: names.compactMap(delivery)) }
    return arrival.flatMap { [self] in pull(count) }
  }

  private func delivery(of name: String) -> Delivery? {
    let message = state.withLock { state in
      state.messages[name]?.deliveries += 1
      return state.messages[name]
    }
    return message.map { data, number in
      Delivery(name: name, message: data, number: number) { [self] in
        _ = remove(name)
      } handBack: { [self] delay in
        after(delay).tap { [self] in enqueue(name) }.ignoringErrors()
      }
    }
  }

  private func enqueue(_ name: String) {
    let arrival = state.withLock { state in
      defer { state.arrival = Promise() }
      if state.messages[name] != nil, !state.queue.contains(name) { state.queue.append(name) }
      return state.arrival
    }
    arrival.resolve()
  }
}
