import Foundation
import Pledge
import RxSwift
import TestSupport
import Testing

/// Tests the extensions of Documentation/RxSwift.md in this main-actor module, with deliveries
/// elsewhere.
@Suite(.hangLimit)
struct OtherThreadsTests {
  @Test func `a value from another thread settles the promise`() async throws {
    let single = Single<Int>.create { observer in elsewhere(observer) { $0(.success(1)) } }
    let maybe = Maybe<Int>.create { observer in elsewhere(observer) { $0(.completed) } }
    let completable = Completable.create { observer in elsewhere(observer) { $0(.completed) } }

    #expect(try await single.promise().value == 1)
    #expect(try await maybe.promise().value == nil)
    try await completable.promise().value
  }

  @Test func `a promise that another thread settles is seen as a single`() async throws {
    let source = Promise<Int>()
    let seen = received(from: source.asSingle())
    let none = Promise<Int?>()
    let nothing = ended(none.asMaybe())
    let work = Promise<Void>()
    let done = ended(work.asCompletable())

    Thread.detachNewThread {
      source.resolve(2)
      none.resolve(nil)
      work.resolve()
    }

    #expect(try await seen.value == 2)
    try await nothing.value
    try await done.value
  }
}

/// Calls `body` with an observer on another thread.
private nonisolated func elsewhere<Observer>(
  _ observer: Observer,
  _ body: @escaping @Sendable (Observer) -> Void
) -> any Disposable {
  let observer = UncheckedSendable(observer)
  Thread.detachNewThread { body(observer.value) }
  return Disposables.create()
}

private nonisolated func received(from single: Single<Int>) -> Promise<Int> {
  let promise = Promise<Int>()
  _ = single.subscribe(onSuccess: { promise.resolve($0) })
  return promise
}

private nonisolated func ended(_ maybe: Maybe<Int>) -> Promise<Void> {
  let promise = Promise<Void>()
  _ = maybe.subscribe(onCompleted: { promise.resolve() })
  return promise
}

private nonisolated func ended(_ completable: Completable) -> Promise<Void> {
  let promise = Promise<Void>()
  _ = completable.subscribe(onCompleted: { promise.resolve() })
  return promise
}
