internal import Pledge

/// Returns a promise for the values of both promises.
///
/// The first rejection rejects it.
///
/// - Parameters:
///   - p1: A promise.
///   - p2: Another promise.
/// - Returns: A promise for the values, on the main queue.
public func when<T, U>(_ p1: Promise<T>, _ p2: Promise<U>) -> Promise<(T, U)> {
  let both = Promise<(T, U)>()
  let slots: (Slot<T>, Slot<U>) = (nil, nil)
  let next = Gathering(for: both, in: slots) { slots in
    guard let first = slots.0, let second = slots.1 else { return nil }
    return (first.value, second.value)
  }
  next.wait(for: p1) { $0?.0 = $1 }
  next.wait(for: p2) { $0?.1 = $1 }
  return both
}

/// Returns a promise for the values of all three promises; same as for two.
public func when<T, U, V>(
  _ p1: Promise<T>,
  _ p2: Promise<U>,
  _ p3: Promise<V>
) -> Promise<(T, U, V)> {
  let all = Promise<(T, U, V)>()
  let slots: (Slot<T>, Slot<U>, Slot<V>) = (nil, nil, nil)
  let next = Gathering(for: all, in: slots) { slots in
    guard let first = slots.0, let second = slots.1, let third = slots.2 else { return nil }
    return (first.value, second.value, third.value)
  }
  next.wait(for: p1) { $0?.0 = $1 }
  next.wait(for: p2) { $0?.1 = $1 }
  next.wait(for: p3) { $0?.2 = $1 }
  return all
}

/// Returns a promise for the values of all promises, in their order.
///
/// The first rejection rejects it. Resolves with `[]` if `promises` is empty.
///
/// - Parameter promises: The promises to wait for, settled or not.
/// - Returns: A promise for the values, on the main queue.
public func when<T>(_ promises: [Promise<T>]) -> Promise<[T]> {
  let all = Promise<[T]>()
  guard !promises.isEmpty else {
    all.resolve([])
    return all
  }
  let next = Gathering(for: all, in: Values<T>(count: promises.count)) { $0.all }
  for (index, promise) in promises.enumerated() {
    next.wait(for: promise) { $0?.put($1, at: index) }
  }
  return all
}

/// The slot of a value that may arrive.
private typealias Slot<T> = UncheckedSendable<T>?

/// Values that arrive one by one, in any order.
private struct Values<T>: Sendable {
  private var slots: [Slot<T>]
  private var missing: Int

  init(count: Int) {
    slots = Array(repeating: nil, count: count)
    missing = count
  }

  /// The values, if all have arrived.
  var all: [T]? { missing == 0 ? slots.compactMap { $0?.value } : nil }

  mutating func put(_ value: UncheckedSendable<T>, at index: Int) {
    slots[index] = value
    missing -= 1
  }
}
