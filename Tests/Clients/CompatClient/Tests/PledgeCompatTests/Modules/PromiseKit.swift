import PledgePromiseKit
import TestSupport

import class Pledge.Future

struct PromiseKit: Throwing, Recovering, Racing, Working, @unchecked Sendable {
  let promise: Promise<Int>

  init(_ promise: Promise<Int>) { self.promise = promise }

  init(pledge: Future<Int>) { self.init(Promise(pledge: pledge)) }

  var value: Int? { promise.value }
  var error: (any Error)? { promise.error }
  var object: AnyObject { promise }
  var pledge: Future<Int> { promise.pledge }

  static func pending() -> Source {
    let (promise, seal) = Promise<Int>.pending()
    return Source(
      promise: Self(promise),
      fulfill: { seal.fulfill($0) },
      reject: { seal.reject($0) }
    )
  }

  static func rejectBrokenPromises() { conf.rejectsBrokenPromises = true }

  static func dropped() -> Self { Self(Promise { _ in }) }

  static func fulfilled(_ value: Int) -> Self { Self(.value(value)) }

  static func rejected(_ error: any Error) -> Self { Self(Promise(error: error)) }

  static func isDiscard(_ error: any Error) -> Bool {
    if case PMKError.cancelled = error { true } else { false }
  }

  static func all(_ promises: [any CompatPromise]) -> Future<[Int]> {
    when(fulfilled: promises.map { same($0).promise }).pledge
  }

  static func race(_ promises: [any CompatPromise]) -> Self {
    Self(PledgePromiseKit.race(promises.map { same($0).promise }))
  }

  func observe(_ handler: @escaping @Sendable (Settlement) -> Void) {
    promise.pipe { result in
      switch result {
      case .fulfilled(let value): handler(.success(value))
      case .rejected(let error): handler(.failure(error))
      }
    }
  }

  func tryMap(_ body: @escaping @Sendable (Int) throws -> Int) -> Self {
    Self(promise.map(on: nil) { try body($0) })
  }

  func tryThen(_ body: @escaping @Sendable (Int) throws -> any CompatPromise) -> Self {
    Self(promise.then(on: nil) { Self.same(try body($0)).promise })
  }

  func recover(_ body: @escaping @Sendable (any Error) -> any CompatPromise) -> Self {
    Self(promise.recover(on: nil) { Self.same(body($0)).promise })
  }

  func derived(_ log: Log<String>) -> [Self] {
    promise.catch(on: nil, policy: .allErrors) { _ in log.add("catch") }
      .finally(on: nil) { log.add("finally") }
    let recovered = promise.recover(on: nil) { _ in
      log.pass(Guarantee.value(1), "recover to a guarantee")
    }
    let over: Guarantee<Void> = promise.asVoid().recover(on: nil) { _ in log.add("recover nothing")
    }
    let promises: [Promise<Int>] = [
      Promise(promise), Promise(recovered), Promise(over.map(on: nil) { 1 }),
      promise.asVoid().map(on: nil) { 1 },
      promise.done(on: nil) { _ in log.add("done") }.map(on: nil) { 1 },
      when(fulfilled: [promise]).map(on: nil) { $0[0] },
      Promise(when(resolved: promise).map(on: nil) { _ in 1 }),
      promise.then(on: nil) { Promise.value(log.pass($0, "then")) },
      promise.map(on: nil) { log.pass($0, "map") },
      promise.compactMap(on: nil) { log.pass($0, "compactMap") },
      promise.get(on: nil) { _ in log.add("get") },
      promise.tap(on: nil) { _ in log.add("tap") },
      promise.ensure(on: nil) { log.add("ensure") },
      promise.ensureThen(on: nil) { log.pass(Guarantee(), "ensureThen") },
      promise.recover(on: nil, policy: .allErrors) { log.pass(Promise(error: $0), "recover") },
      PledgePromiseKit.race(promise, promise), PledgePromiseKit.race(fulfilled: [promise]),
    ]
    return promises.map(Self.init)
  }
}
