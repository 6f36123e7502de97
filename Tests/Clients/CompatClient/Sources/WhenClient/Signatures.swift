import ForeignSDK
import Foundation
import PledgeWhen

// Calls every signature of the original as client code does, with closures that are not marked
// `@Sendable`. The test is that it compiles in both language modes; it is never run.

private final class Ride: Promise<Int> {
  override func cancel() {
    super.cancel()
  }
}

private func promises() -> [Promise<Int>] {
  let box = Box()
  WhenConfiguration.rejectsBrokenPromises = true
  let body: (@escaping (Int) -> Void, @escaping (Error) -> Void) -> Void = { resolve, reject in
    box.content > 0 ? resolve(1) : reject(PromiseError.cancelled)
  }
  return [
    Promise(), Promise(queue: .main), Promise(state: .pending), Ride(queue: .main),
    Promise(queue: .global(), state: .rejected(error: PromiseError.cancelled)),
    Promise { box.content }, Promise(queue: .main) { throw PromiseError.cancelled },
    Promise { resolve, reject in resolve(box.content) }, Promise(queue: .main, body),
    Promise(queue: .main) { (resolve: @escaping (Int) -> Void) in resolve(box.content) },
    Promise { (resolve: @escaping (Int) -> Void) in resolve(box.content) },
    Promise(state: .resolved(value: box)).then { $0.content },
  ]
}

private func handlers(_ promise: Promise<Int>) {
  let box = Box()
  let done: Promise<Int>.DoneHandler = { print($0) }
  let fail: Promise<Int>.FailureHandler = { print($0) }
  let always: Promise<Int>.CompletionHandler = { print($0) }
  promise.done(done).fail(fail).fail(policy: .allErrors, fail).always(always)
  let plain: (Int) -> Void = { box.content += $0 }
  promise.done(plain)
  promise.done { box.content = $0 }
  promise.fail { error in if case PromiseError.cancelled = error { box.content = 0 } }
  promise.fail(policy: .notCancelled) { _ in box.content = 0 }
  promise.always { result in
    switch result {
    case .success(let value): box.content = value
    case .failure: box.content = 0
    }
  }
  promise.resolve(1)
  promise.reject(PromiseError.cancelled)
  promise.cancel()
}

private func derived(_ promise: Promise<Int>) {
  let box = Box()
  promise.then { $0 + box.content }
  promise.then { _ in throw PromiseError.cancelled }
  promise.then(on: .global()) { value -> String in "\(value + box.content)" }
  promise.then { _ in promise }.then(on: .main) { _ in Promise { box.content } }
  promise.thenInBackground { $0 + box.content }
  promise.thenInBackground { _ in promise }
  let recovered: [Promise<Int>] = [
    promise.recover { _ in box.content },
    promise.recover(on: .global()) { error -> Int in throw error },
    promise.recover { _ in promise }, promise.recover(on: .main) { _ in promise },
  ]
  let voids: [Promise<Void>] = [promise.asVoid(), promise.asVoid(on: .global())]
  let two: Promise<(Int, Void)> = when(promise, voids[0])
  let three: Promise<(Int, Void, Int)> = when(promise, voids[0], recovered[0])
  let all: Promise<[Int]> = when(recovered)
  two.then { number, _ in box.content = number }
  three.then { first, _, second in first + second }
  all.then { $0.count }
}

private func texts(of paths: [String]) -> Promise<[String]> {
  let all = when(paths.map { download($0, retries: 3) })
    .then(on: .global()) { files in files.map { String(decoding: $0, as: UTF8.self) } }
  return all
}

private func download(_ path: String, retries: Int) -> Promise<Data> {
  Promise { Data(path.utf8) }.recover(on: .global()) { error -> Promise<Data> in
    guard retries > 0 else { throw error }
    return download(path, retries: retries - 1)
  }
}

private func states(_ promise: Promise<Int>) -> Bool {
  let state: State<Int> = promise.state
  let result: Result<Int>? = state.map { $0 + 1 }.result
  let key: String = promise.key
  let text: Result<String>? = result?.map { "\($0)" }
  print(text?.value ?? "", result?.error as Any, key, state == .pending)
  promise.always { if case .failure(error: let error) = $0 { print(error) } }
  switch state {
  case .pending: return state.isPending
  case .resolved(let value): return state.isResolved && value > 0
  case .rejected: return state.isRejected
  }
}

// The remedy of Documentation/Moving/Swift6.md for a closure with a declared type.
private func follow(_ size: Promise<Int>, in log: Log) {
  nonisolated(unsafe) let log = log
  let write: Promise<Int>.DoneHandler = { log.sizes.append($0) }
  size.done(write)
}

private final class Log {
  var sizes: [Int] = []
}
