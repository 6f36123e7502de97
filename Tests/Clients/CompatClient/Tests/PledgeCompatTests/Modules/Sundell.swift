import TestSupport

import class Pledge.Future

@testable import PledgeSundell

struct Sundell: Throwing, Inspectable, @unchecked Sendable {
  let future: PledgeSundell.Future<Int>

  init(_ future: PledgeSundell.Future<Int>) { self.future = future }

  init(pledge: Pledge.Future<Int>) { self.init(PledgeSundell.Future(pledge: pledge)) }

  var value: Int? { try? settlement?.get() }
  var object: AnyObject { future }
  var pledge: Pledge.Future<Int> { future.pledge }
  var parts: [any AnyObject & Sendable] { [future, future.inner] }

  var error: (any Error)? {
    if case .failure(let error) = settlement { error } else { nil }
  }

  /// What an observer receives immediately, as the module has no other way to read it.
  private var settlement: Settlement? {
    let seen = Locked<Settlement?>(nil)
    future.observe { result in seen.withLock { $0 = result } }
    return seen.value
  }

  static func pending() -> Source {
    let promise = Promise<Int>()
    return Source(
      promise: Self(promise),
      fulfill: { promise.resolve(with: $0) },
      reject: { promise.reject(with: $0) }
    )
  }

  static func rejectBrokenPromises() { SundellConfiguration.rejectsBrokenPromises = true }

  static func fulfilled(_ value: Int) -> Self { Self(Promise(value: value)) }

  static func rejected(_ error: any Error) -> Self {
    let promise = Promise<Int>()
    promise.reject(with: error)
    return Self(promise)
  }

  func observe(_ handler: @escaping @Sendable (Settlement) -> Void) {
    future.observe { handler($0) }
  }

  func tryMap(_ body: @escaping @Sendable (Int) throws -> Int) -> Self {
    Self(future.transformed { try body($0) })
  }

  func tryThen(_ body: @escaping @Sendable (Int) throws -> any CompatPromise) -> Self {
    Self(future.chained { Self.same(try body($0)).future })
  }

  func derived(_ log: Log<String>) -> [Self] {
    [
      Self(future.transformed { log.pass($0, "transformed") }),
      Self(future.chained { Promise(value: log.pass($0, "chained")) }),
    ]
  }
}
