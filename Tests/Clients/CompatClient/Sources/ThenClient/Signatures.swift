import ForeignSDK
import Foundation
import PledgeThen

// Calls every signature of the original as client code does, with closures that are not marked
// `@Sendable`. The test is that it compiles in both language modes; it is never run.

private enum Failure: Error {
  case status(Int)
}

private func promises() -> ([Promise<Int>], [EmptyPromise]) {
  let box = Box()
  ThenConfiguration.rejectsBrokenPromises = true
  let body: (@escaping (Int) -> Void, @escaping (Error) -> Void) -> Void = { resolve, reject in
    box.content > 0 ? resolve(1) : reject(Failure.status(1))
  }
  let made: [Promise<Int>] = [
    Promise(), Promise(1), Promise(error: Failure.status(1)), Promise(callback: body),
    Promise { resolve, reject in resolve(box.content) },
    Promise { resolve, reject, progress in
      progress(0.5)
      resolve(box.content)
    },
    .reject(), .reject(Failure.status(1)), .resolve(1), unwrap(nil), async { box.content },
    Promise([1]).first(), Promise([1]).last(), Promise(box).then { $0.content },
  ]
  let empty: [EmptyPromise] = [
    Promise { resolve, reject in resolve() }, .resolve(), Promises.delay(1),
    Promise { (resolve: @escaping (() -> Void), _, progress) in resolve() },
    Promise(callback2: { resolve, reject, progress in resolve() }),
    AsyncTask(callback: { resolve, _ in resolve() }),
  ]
  async(block: { box.content += 1 })
  return (made, empty)
}

private func chains(_ promise: Promise<Int>) {
  let box = Box()
  let block: (Int) -> Void = { box.content = $0 }
  promise.then(block)
  promise.then { $0 + box.content }.then { print($0) }
  promise.then { _ in Promise("a") }
  promise.then(Promise("a"))
  promise.registerThen { $0 + box.content }
  promise.registerThen { _ in Promise("a") }
  promise.registerThen(Promise("a"))
  let ended: Promise<Void> = promise.onError { _ in box.content = 0 }
  promise.registerOnError { _ in box.content = 0 }
  ended.finally { box.content = 0 }
  promise.registerFinally { box.content = 0 }
  promise.progress { box.content = Int($0) }.then { print($0) }
  promise.start()
  promise.fulfill(1)
  promise.reject(Failure.status(1))
  let (value, error): (Int?, Error?) = (promise.value, promise.error)
  print(value as Any, error as Any)
}

private func outcomes(_ promise: Promise<Int>) -> [Promise<Int>] {
  let box = Box()
  let optional: Promise<Int?> = promise.convertErrorToNil()
  promise.validate { $0 > box.content }
  return [
    promise.retry(3), promise.timeout(1), promise.delay(1), promise.chain { box.content = $0 },
    promise.validate(withError: Failure.status(1)) { $0 > box.content },
    promise.noMatterWhat { box.content = 0 }, promise.recover(with: 1),
    promise.recover(Failure.status(1), with: 1), promise.recover(PromiseError.timeout, with: 1),
    promise.recover(with: Promise(1)), promise.recover { _ in 32 },
    promise.recover { _ in Promise(32) }, promise.recover { error -> Int in throw error },
    promise.recover { error -> Promise<Int> in throw error },
    promise.bridgeError(to: Failure.status(1)),
    promise.bridgeError(Failure.status(1), to: PromiseError.default),
    promise.bridgeError { error in throw error }, optional.then { $0 ?? box.content },
  ]
}

private func combinations(_ one: Promise<Int>, _ many: Promise<[Int]>) -> [Promise<[Int]>] {
  Promises.zip(one, many).then { print($0, $1) }
  Promises.zip(one, one, many).then { print($0.2) }
  Promises.zip(one, one, one, many).then { print($0.3) }
  Promises.zip(one, one, one, one, many).then { print($0.4) }
  Promises.zip(one, one, one, one, one, many).then { print($0.5) }
  Promises.zip(one, one, one, one, one, one, many).then { print($0.6) }
  Promises.zip(one, one, one, one, one, one, one, many).then { print($0.7) }
  Promises.race(one, one).then { print($0) }
  return [
    Promises.whenAll([one, one]), Promises.whenAll(one, one),
    Promises.whenAll([one], callbackQueue: .main), Promises.whenAll(one, callbackQueue: .main),
    Promises.whenAll([many]), Promises.whenAll(many, many, callbackQueue: .main),
    Promises.lazyWhenAll([one, one]), Promises.lazyWhenAll(one, one, callbackQueue: .main),
    Promises.lazyWhenAll([many], callbackQueue: .main), Promises.lazyWhenAll(many, many),
  ]
}

private func blocking(_ promise: Promise<Int>, _ optional: Promise<Int>?) throws -> Int {
  let (value, same) = (try awaitPromise(promise), try ..promise)
  let (perhaps, again): (Int?, Int?) = (..?promise, ..?optional)
  try ..optional
  switch PromiseState<Int>.pending(progress: 0.5) {
  case .dormant, .pending, .fulfilled, .rejected:
    return value + same + (perhaps ?? 0) + (again ?? 0)
  }
}

private let errors: [PromiseError] = [
  .default, .validationFailed, .retryInvalidInput, .unwrappingFailed, .timeout,
]
