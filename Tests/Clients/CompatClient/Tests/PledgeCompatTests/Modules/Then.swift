import Dispatch
import TestSupport

import class Pledge.Future

@testable import PledgeThen

private let queue = DispatchQueue(label: "PledgeThen")

/// All promises are started.
struct Then: Recovering, Racing, Direct, Inspectable, @unchecked Sendable {
  let promise: Promise<Int>

  init(_ promise: Promise<Int>) {
    self.promise = promise
    promise.start()
  }

  init() { self.init(Promise()) }

  init(pledge: Future<Int>) { self.init(Promise(pledge: pledge)) }

  var value: Int? { promise.value }
  var error: (any Error)? { promise.error }
  var object: AnyObject { promise }
  var pledge: Future<Int> { promise.pledge }
  var parts: [any AnyObject & Sendable] { [promise, promise.inner] }

  static func rejectBrokenPromises() { ThenConfiguration.rejectsBrokenPromises = true }

  static func dropped() -> Self { Self(Promise<Int> { _, _ in }) }

  static func fulfilled(_ value: Int) -> Self { Self(Promise(value)) }

  static func rejected(_ error: any Error) -> Self { Self(Promise(error: error)) }

  static func all(_ promises: [any CompatPromise]) -> Future<[Int]> {
    Promises.whenAll(promises.map { same($0).promise }, callbackQueue: queue).pledge
  }

  static func race(_ promises: [any CompatPromise]) -> Self {
    let promises = promises.map { same($0).promise }
    return Self(Promises.race(promises[0], promises[1]))
  }

  var followers: [Self] {
    let (one, failed) = (Promise(1), Promise<Int>(error: Broken()))
    let promises: [Promise<Int>] = [
      one.then { [promise] _ in promise },
      one.then(promise),
      failed.recover(with: promise),
      failed.recover { [promise] _ in promise },
      Promises.race(promise, Promise()),
      promise.timeout(3600),
    ]
    return promises.map(Self.init)
  }

  func fulfill(_ value: Int) { promise.fulfill(value) }

  func reject(_ error: any Error) { promise.reject(error) }

  func observe(_ handler: @escaping @Sendable (Settlement) -> Void) {
    promise.then { handler(.success($0)) }
    promise.onError { handler(.failure($0)) }
  }

  func map(_ body: @escaping @Sendable (Int) -> Int) -> Self {
    Self(promise.then { body($0) })
  }

  func then(_ body: @escaping @Sendable (Int) -> any CompatPromise) -> Self {
    Self(promise.then { Self.same(body($0)).promise })
  }

  func recover(_ body: @escaping @Sendable (any Error) -> any CompatPromise) -> Self {
    Self(promise.recover { Self.same(body($0)).promise })
  }

  func derived(_ log: Log<String>) -> [Self] {
    promise.onError { _ in log.add("onError") }
    promise.finally { log.add("finally") }
    promise.registerFinally { log.add("registerFinally") }
    let promises: [Promise<Int>] = [
      promise.then { log.pass($0, "then") },
      promise.then { Promise(log.pass($0, "then to a promise")) },
      promise.then(Promise(1)),
      promise.registerThen { log.pass($0, "registerThen") },
      promise.chain { _ in log.add("chain") },
      promise.validate { _ in log.pass(true, "validate") },
      promise.noMatterWhat { log.add("noMatterWhat") },
      promise.recover(with: 1),
      promise.recover(Broken(), with: 1),
      promise.recover(with: Promise(1)),
      promise.recover { _ in log.pass(1, "recover") },
      promise.recover { _ in Promise(log.pass(1, "recover to a promise")) },
      promise.bridgeError(to: Broken()),
      promise.bridgeError(Broken(), to: Broken()),
      promise.bridgeError { _ in log.add("bridgeError") },
      promise.convertErrorToNil().registerThen { $0 ?? 1 },
      promise.delay(0),
      promise.timeout(3600),
      Promises.race(promise, promise),
    ]
    return promises.map(Self.init)
  }
}
