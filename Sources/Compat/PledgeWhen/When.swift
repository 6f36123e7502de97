internal import Pledge
internal import class PledgeCore.Locked

/// Returns a promise for the values of both promises.
///
/// The first rejection rejects it.
///
/// - Parameters:
///   - p1: A promise.
///   - p2: Another one.
/// - Returns: A promise for the values, on the main queue.
public func when<T, U>(_ p1: Promise<T>, _ p2: Promise<U>) -> Promise<(T, U)> {
  let (both, second) = (Promise<(T, U)>(), p2.core)
  let next = First(of: both)
  p1.core.observe { result in
    switch result {
    case .success(let value):
      let value = UncheckedSendable(value)
      second.observe { next.settle($0.map { (value.value, $0) }) }
    case .failure(let error):
      next.settle(.failure(error))
    }
  }
  second.observe { result in
    if case .failure(let error) = result { next.settle(.failure(error)) }
  }
  return both
}

/// Returns a promise for the values of all three promises; same as for two.
public func when<T, U, V>(
  _ p1: Promise<T>,
  _ p2: Promise<U>,
  _ p3: Promise<V>
) -> Promise<(T, U, V)> {
  when(when(p1, p2), p3).then { both, third in (both.0, both.1, third) }
}

/// Returns a promise for the values of all promises, in their order.
///
/// The first rejection rejects it. Nothing gives an empty array.
///
/// - Parameter promises: The promises to wait for, settled or not.
/// - Returns: A promise for the values, on the main queue.
public func when<T>(_ promises: [Promise<T>]) -> Promise<[T]> {
  let all = Promise<[T]>()
  guard !promises.isEmpty else {
    all.resolve([])
    return all
  }
  let (next, values) = (First(of: all), Locked(Values<T>(count: promises.count)))
  for (index, promise) in promises.enumerated() {
    promise.core.observe { result in
      switch result {
      case .success(let value):
        let value = UncheckedSendable(value)
        if let all = values.withLock({ $0.put(value, at: index) }) { next.settle(.success(all)) }
      case .failure(let error):
        next.settle(.failure(error))
      }
    }
  }
  return all
}

/// Values that come one by one, in any order.
private struct Values<T>: Sendable {
  private var slots: [UncheckedSendable<T>?]
  private var missing: Int

  init(count: Int) {
    slots = Array(repeating: nil, count: count)
    missing = count
  }

  /// Puts a value in its place, and returns all of them if it was the last.
  mutating func put(_ value: UncheckedSendable<T>, at index: Int) -> [T]? {
    slots[index] = value
    missing -= 1
    return missing == 0 ? slots.compactMap { $0?.value } : nil
  }
}

/// What settles a promise once, where several may come at the same time.
private final class First<T>: Sendable {
  private let core: Core<T>
  private let isTaken = Locked(false)

  init(of promise: Promise<T>) {
    core = promise.core
  }

  func settle(_ result: Result<T, any Error>) {
    let isFirst = isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
    if isFirst { core.settle(result) }
  }
}
