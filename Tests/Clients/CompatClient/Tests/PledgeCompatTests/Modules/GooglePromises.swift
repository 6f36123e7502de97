import Dispatch
import TestSupport

import class Pledge.Future

@testable import PledgePromises

private let queue = DispatchQueue(label: "PledgePromises")

struct GooglePromises: Throwing, Recovering, Racing, Direct, Inspectable, @unchecked Sendable {
  let promise: Promise<Int>

  init(_ promise: Promise<Int>) { self.promise = promise }

  init() { self.init(Promise()) }

  init(pledge: Future<Int>) { self.init(Promise(pledge: pledge)) }

  var value: Int? { promise.value }
  var error: (any Error)? { promise.error }
  var object: AnyObject { promise }
  var pledge: Future<Int> { promise.pledge }
  var parts: [any AnyObject & Sendable] { [promise, promise.inner] }

  static func rejectBrokenPromises() { PromisesConfiguration.rejectsBrokenPromises = true }

  static func dropped() -> Self { Self(Promise<Int>(on: queue) { _, _ in }) }

  static func fulfilled(_ value: Int) -> Self { Self(Promise(value)) }

  static func rejected(_ error: any Error) -> Self { Self(Promise(error)) }

  static func flush() { queue.finish(16) }

  static func beforeHandlers(_ body: () -> Void) { queue.stopped(body) }

  static func all(_ promises: [any CompatPromise]) -> Future<[Int]> {
    PledgePromises.all(on: queue, promises.map { same($0).promise }).pledge
  }

  static func race(_ promises: [any CompatPromise]) -> Self {
    Self(PledgePromises.race(on: queue, promises.map { same($0).promise }))
  }

  var followers: [Self] {
    let (one, failed) = (Promise(1), Promise<Int>(Broken()))
    let promises: [Promise<Int>] = [
      one.then(on: queue) { [promise] _ in promise },
      failed.recover(on: queue) { [promise] _ in promise },
      Promise(on: queue) { [promise] in promise },
      PledgePromises.all(on: queue, [promise]).then(on: queue) { $0[0] },
      PledgePromises.race(on: queue, [promise, Promise()]),
      retry(on: queue) { [promise] in promise },
    ]
    return promises.map(Self.init)
  }

  func fulfill(_ value: Int) { promise.fulfill(value) }

  func reject(_ error: any Error) { promise.reject(error) }

  func observe(_ handler: @escaping @Sendable (Settlement) -> Void) {
    promise.then(on: queue) { handler(.success($0)) }
    promise.catch(on: queue) { handler(.failure($0)) }
  }

  func tryMap(_ body: @escaping @Sendable (Int) throws -> Int) -> Self {
    Self(promise.then(on: queue) { try body($0) })
  }

  func tryThen(_ body: @escaping @Sendable (Int) throws -> any CompatPromise) -> Self {
    Self(promise.then(on: queue) { Self.same(try body($0)).promise })
  }

  func recover(_ body: @escaping @Sendable (any Error) -> any CompatPromise) -> Self {
    Self(promise.recover(on: queue) { Self.same(body($0)).promise })
  }

  func derived(_ log: Log<String>) -> [Self] {
    let promises: [Promise<Int>] = [
      promise.then(on: queue) { log.pass($0, "then") },
      promise.then(on: queue) { _ in log.add("then without a result") },
      promise.then(on: queue) { Promise(log.pass($0, "then to a promise")) },
      promise.catch(on: queue) { _ in log.add("catch") },
      promise.always(on: queue) { log.add("always") },
      promise.recover(on: queue) { _ in log.pass(1, "recover") },
      promise.recover(on: queue) { _ in Promise(log.pass(1, "recover to a promise")) },
      promise.validate(on: queue) { _ in log.pass(true, "validate") },
      promise.delay(on: queue, 0),
      promise.timeout(on: queue, 3600),
      promise.reduce(on: queue, 1) { number, _ in Promise(log.pass(number, "reduce")) },
      PledgePromises.all(on: queue, [promise, Promise(1)]).then(on: queue) { $0[0] },
      any(on: queue, [promise, Promise(1)]).then(on: queue) { _ in log.pass(1, "any") },
      PledgePromises.race(on: queue, [promise, promise]),
      retry(on: queue, attempts: 0) { [promise] in promise },
    ]
    return promises.map(Self.init)
  }
}
