import PledgeBrightFutures
import TestSupport

import class Pledge.Future

struct BrightFutures: Recovering, Racing, Working, @unchecked Sendable {
  typealias Future = PledgeBrightFutures.Future<Int, any Error>

  let future: Future

  init(_ future: Future) { self.future = future }

  init(pledge: Pledge.Future<Int>) { self.init(Future(pledge: pledge)) }

  var value: Int? { future.value }
  var error: (any Error)? { future.error }
  var object: AnyObject { future }
  var pledge: Pledge.Future<Int> { future.pledge }

  static func pending() -> Source {
    let promise = Promise<Int, any Error>()
    return Source(
      promise: Self(promise.future),
      fulfill: { promise.trySuccess($0) },
      reject: { promise.tryFailure($0) }
    )
  }

  static func rejectBrokenPromises() { BrightFuturesConfiguration.rejectsBrokenPromises = true }

  static func dropped() -> Self { Self(Future { _ in }) }

  static func fulfilled(_ value: Int) -> Self { Self(Future(value: value)) }

  static func rejected(_ error: any Error) -> Self { Self(Future(error: error)) }

  static func all(_ promises: [any CompatPromise]) -> Pledge.Future<[Int]> {
    promises.map { same($0).future }.sequence().pledge
  }

  static func race(_ promises: [any CompatPromise]) -> Self {
    Self(promises.map { same($0).future }.firstCompleted())
  }

  func observe(_ handler: @escaping @Sendable (Settlement) -> Void) {
    future.onComplete(immediateExecutionContext) { handler($0) }
  }

  func map(_ body: @escaping @Sendable (Int) -> Int) -> Self {
    Self(future.map(immediateExecutionContext) { body($0) })
  }

  func then(_ body: @escaping @Sendable (Int) -> any CompatPromise) -> Self {
    Self(future.flatMap(immediateExecutionContext) { Self.same(body($0)).future })
  }

  func recover(_ body: @escaping @Sendable (any Error) -> any CompatPromise) -> Self {
    Self(future.recoverWith(context: immediateExecutionContext) { Self.same(body($0)).future })
  }

  func derived(_ log: Log<String>) -> [Self] {
    let now = immediateExecutionContext
    let futures: [Future] = [
      Future(other: future),
      future.map(now) { log.pass($0, "map") },
      future.mapError(now) { log.pass($0, "mapError") },
      future.flatMap(now) { Future(value: log.pass($0, "flatMap")) },
      future.flatMap(now) { Result<Int, any Error>.success(log.pass($0, "flatMap to a result")) },
      future.recoverWith(context: now) { _ in Future(value: log.pass(1, "recoverWith")) },
      future.andThen(context: now) { _ in log.add("andThen") },
      future.zip(future).map(now) { $0.0 },
      [future].sequence().map(now) { $0[0] },
      [future].firstCompleted(),
    ]
    return futures.map(Self.init)
  }
}
