import Dispatch
import TestSupport

import class Pledge.Future

@testable import PledgeWhen

private let queue = DispatchQueue(label: "PledgeWhen")

struct When: Throwing, Recovering, Combining, Direct, Inspectable, @unchecked Sendable {
  let promise: Promise<Int>

  init(_ promise: Promise<Int>) { self.promise = promise }

  init() { self.init(Promise(queue: queue)) }

  init(pledge: Future<Int>) { self.init(Promise(queue: queue, pledge: pledge)) }

  var value: Int? { promise.state.result?.value }
  var object: AnyObject { promise }
  var pledge: Future<Int> { promise.pledge }
  var parts: [any AnyObject & Sendable] {
    [promise.core] + [promise.core.followed].compactMap(\.self)
  }

  var error: (any Error)? { promise.state.result?.error }

  static func rejectBrokenPromises() { WhenConfiguration.rejectsBrokenPromises = true }

  static func dropped() -> Self { Self(Promise<Int>(queue: queue) { _, _ in }) }

  static func fulfilled(_ value: Int) -> Self {
    Self(Promise(queue: queue, state: .resolved(value: value)))
  }

  static func rejected(_ error: any Error) -> Self {
    Self(Promise(queue: queue, state: .rejected(error: error)))
  }

  static func flush() { queue.finish(16) }

  static func beforeHandlers(_ body: () -> Void) { queue.stopped(body) }

  static func isDiscard(_ error: any Error) -> Bool { error as? PromiseError == .cancelled }

  static func all(_ promises: [any CompatPromise]) -> Future<[Int]> {
    when(promises.map { same($0).promise }).pledge
  }

  var followers: [Self] {
    let one = Promise(queue: queue, state: .resolved(value: 1))
    let failed = Promise<Int>(queue: queue, state: .rejected(error: Broken()))
    return [
      Self(one.then(on: queue) { [promise] _ in promise }),
      Self(failed.recover(on: queue) { [promise] _ in promise }),
    ]
  }

  func fulfill(_ value: Int) { promise.resolve(value) }

  func reject(_ error: any Error) { promise.reject(error) }

  func observe(_ handler: @escaping @Sendable (Settlement) -> Void) {
    promise.always { result in
      handler(result.value.map { .success($0) } ?? .failure(result.error ?? Broken()))
    }
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
    @Sendable func settled(_ value: Int) -> Promise<Int> {
      Promise(queue: queue, state: .resolved(value: value))
    }
    promise.done { _ in log.add("done") }.fail(policy: .allErrors) { _ in log.add("fail") }
    let promises: [Promise<Int>] = [
      promise.then(on: queue) { log.pass($0, "then") },
      promise.then(on: queue) { settled(log.pass($0, "then to a promise")) },
      promise.recover(on: queue) { _ in log.pass(1, "recover") },
      promise.recover(on: queue) { _ in settled(log.pass(1, "recover to a promise")) },
    ]
    return promises.map(Self.init)
  }
}
