import Foundation
import PledgeThen
import TestSupport
import Testing

/// Calls the entire API of the original in all of its forms.
///
/// Behavior is tested elsewhere.
@Suite(.timeLimit(.minutes(60))) struct SurfaceTests {
  typealias Resolve<T> = @Sendable (T) -> Void
  typealias Reject = @Sendable (any Error) -> Void

  let promise = Promise<Int>.resolve(1)

  @Test func `promises are made in these ways`() {
    let made: [Promise<Int>] = [
      Promise(), Promise<Int>(), Promise(1), Promise(error: Broken()), Async(2),
      Promise(callback: { (resolve: Resolve<Int>, _: Reject) in resolve(1) }),
      Promise(callback: { resolve, reject, progress in reject(Broken()) }),
      Promise { resolve, _ in resolve(1) },
      Promise { resolve, _, progress in resolve(1) },
    ]
    let empty: [EmptyPromise] = [
      AsyncTask { resolve, reject in resolve() },
      Promise<Void>(callback: { resolve, _ in resolve() }),
      Promise<Void>(callback2: { resolve, _, _ in resolve() }),
      .resolve(), .reject(), .reject(Broken()),
    ]
    for promise in made { promise.start() }
    for promise in empty { promise.start() }
    #expect(made.compactMap(\.value) == [1, 2, 1, 1, 1])
    #expect(empty.compactMap(\.value).count == 4)
    #expect(empty.compactMap(\.error).count == 2)
  }

  @Test func `chains are made in these ways`() {
    let plain: (@escaping @Sendable (Int) -> String) -> Promise<String> = promise.then
    let next: (@escaping @Sendable (Int) -> Promise<String>) -> Promise<String> = promise.then
    let other: (Promise<String>) -> Promise<String> = promise.then
    let plainly: (@escaping @Sendable (Int) -> String) -> Promise<String> = promise.registerThen
    let later: (@escaping @Sendable (Int) -> Promise<String>) -> Promise<String> =
      promise.registerThen
    let otherLater: (Promise<String>) -> Promise<String> = promise.registerThen
    let made = [
      plain { "\($0)" }, next { Promise("\($0)") }, other(Promise("1")), plainly { "\($0)" },
      later { Promise("\($0)") }, otherLater(Promise("1")),
    ]
    #expect(made.map(\.value) == Array(repeating: "1", count: 6))
    let onError: (@escaping @Sendable (any Error) -> Void) -> Promise<Void> = promise.onError
    let registerOnError: (@escaping @Sendable (any Error) -> Void) -> Promise<Void> =
      promise.registerOnError
    let finally: (@escaping @Sendable () -> Void) -> Void = promise.finally
    let registerFinally: (@escaping @Sendable () -> Void) -> Void = promise.registerFinally
    let progress: (@escaping @Sendable (Float) -> Void) -> Promise<Int> = promise.progress
    let ends = Log<String>()
    #expect(onError { _ in }.value != nil && registerOnError { _ in }.value != nil)
    finally(ends.note("finally"))
    registerFinally(ends.note("registerFinally"))
    #expect(ends.entries == ["finally", "registerFinally"])
    #expect(progress { _ in }.value == 1)
  }

  @Test func `outcomes are changed in these ways`() {
    let made: [Promise<Int>] = [
      promise.retry(2), promise.timeout(3600), promise.validate { $0 == 1 },
      promise.validate(withError: Broken()) { $0 == 1 }, promise.chain { _ in },
      promise.noMatterWhat {}, promise.recover(with: 2), promise.recover(Broken(), with: 2),
      promise.recover(PromiseError.timeout, with: 2), promise.recover(with: Promise(2)),
      promise.recover { _ in 2 }, promise.recover { _ in Promise(2) },
      promise.bridgeError(to: Broken()), promise.bridgeError(Broken(), to: Broken()),
      promise.bridgeError { _ in throw Broken() },
      promise.convertErrorToNil().then { $0 ?? 0 },
      Promise([1, 2]).first(), Promise([2, 1]).last(), unwrap(1),
    ]
    for promise in made { promise.start() }
    #expect(made.map(\.value) == Array(repeating: 1, count: made.count))
    let delay: (TimeInterval) -> Promise<Int> = promise.delay
    let timer: (TimeInterval) -> Promise<Void> = Promises.delay
    #expect(delay(3600).value == nil && timer(3600).value == nil)
  }

  @Test func `promises of several types are zipped in these ways`() async throws {
    let one = promise
    let sums: [Promise<Int>] = [
      Promises.zip(one, Promise("2")).then { t in t.0 + t.1.count },
      Promises.zip(one, Promise("2")).then { $0.0 + $0.1.count },
      Promises.zip(one, Promise("2")).then { number, text in number + text.count },
      Promises.zip(one, one, Promise("3")).then { t in t.1 + t.2.count },
      Promises.zip(one, one, one, Promise("4")).then { t in t.2 + t.3.count },
      Promises.zip(one, one, one, one, Promise("5")).then { t in t.3 + t.4.count },
      Promises.zip(one, one, one, one, one, Promise("6")).then { t in t.4 + t.5.count },
      Promises.zip(one, one, one, one, one, one, Promise("7")).then { t in t.5 + t.6.count },
      Promises.zip(one, one, one, one, one, one, one, Promise("8"))
        .then { t in t.6 + t.7.count },
    ]
    for sum in sums { #expect(try await sum.pledgeValue == 2) }
    let printed = Promises.zip(one, one).then { t in print(t.0, t.1) }
    try await printed.pledgeValue
  }

  @Test func `errors have these names`() {
    let errors: [PromiseError] = [
      .default, .validationFailed, .retryInvalidInput, .unwrappingFailed, .timeout,
    ]
    for error in errors { #expect(error == error) }
  }
}
