import ForeignSDK
import Foundation
import PledgePromises
import PledgePromisesTestHelpers

// Calls every signature of the original as client code does, with closures that are not marked
// `@Sendable`. The test is that it compiles in both language modes; it is never run.

private func promises() -> [Promise<Int>] {
  let box = Box()
  PromisesConfiguration.rejectsBrokenPromises = true
  let async: Promise<Int>.Async = { fulfill, reject in fulfill(1) }
  let work: Promise<Int>.Do<Int> = { 1 }
  let promising: Promise<Int>.Do<Promise<Int>> = { Promise(1) }
  let pending = Promise<Int>.pending()
  pending.fulfill(box.content)
  pending.reject(Test.Error.code13)
  print(pending.description)
  return [
    pending, Promise(), Promise(Test.Error.code42), Promise(42), Promise(async),
    Promise(on: .main, async), Promise(work), Promise(on: .main, work), Promise(promising),
    Promise(on: .main, promising), Promise { fulfill, reject in fulfill(box.content) },
    Promise(on: .global()) { fulfill, reject in throw Test.Error.code13 },
    Promise { box.content }, Promise(on: .main) { Promise(box.content) },
    Promise(box).then { $0.content },
  ]
}

private func chains(_ promise: Promise<Int>) {
  let box = Box()
  let text: Promise<Int>.Then<String> = { "\($0)" }
  let promising: Promise<Int>.Then<Promise<String>> = { Promise("\($0)") }
  let nothing: Promise<Int>.Then<Void> = { print($0) }
  let same: Promise<Int> = promise.then(nothing)
  let texts: [Promise<String>] = [
    promise.then(text), promise.then(on: .main, text), promise.then(promising),
    same.then(on: .main, promising),
  ]
  promise.then(on: .main, nothing)
  promise.then { $0 + box.content }.then { print($0) }.then { (value: Int) in print(value) }
    .then { Promise("\($0)") }.then { (text: String) in print(text) }
  texts[0].then { _ in print("a") }.then { print("b") }
  let seen: Promise<Int>.Catch = { print($0) }
  promise.catch(seen).catch(on: .main, seen).catch { _ in box.content = 0 }
  promise.always { box.content = 0 }.always(on: .main) {}
}

private func outcomes(_ promise: Promise<Int>) {
  let box = Box()
  promise.recover { _ in box.content }
  promise.recover { _ in Promise(box.content) }
  promise.recover(on: .main) { error -> Int in throw error }
  promise.recover(on: .main) { error -> Promise<Int> in throw error }
  print(promise.delay(1), promise.delay(on: .main, 1))
  promise.timeout(1)
  promise.timeout(on: .main, 1)
  promise.validate { $0 > box.content }
  promise.validate(on: .main) { $0 > box.content }
  let reducer: Promise<Int>.Reducer<String> = { Promise($0 + $1.count) }
  promise.reduce("a", "b", combine: reducer)
  promise.reduce(on: .main, 1, 2) { Promise($0 + $1 + box.content) }
  promise.reduce(["a"], reducer)
  promise.reduce(on: .main, [1]) { Promise($0 + $1 + box.content) }
}

private func combinations(_ one: Promise<Int>, _ two: Promise<String>, _ three: Promise<Bool>) {
  let lists: [Promise<[Int]>] = [
    all(one, one), all(on: .main, one, one), all([one]),
    all(on: .main, Set([1]).map { Promise($0) }),
  ]
  let pair: Promise<(Int, String)> = all(one, two)
  let triple: Promise<(Int, String, Bool)> = all(on: .main, one, two, three)
  let four: Promise<(Int, String, Bool, Int)> = all(one, two, three, one)
  let maybes: [Promise<[Maybe<Int>]>] = [
    any(one, one), any(on: .main, one, one), any([one]), any(on: .main, [one]),
  ]
  let anyTwo: Promise<(Maybe<Int>, Maybe<String>)> = any(one, two)
  let anyThree: Promise<(Maybe<Int>, Maybe<String>, Maybe<Bool>)> = any(on: .main, one, two, three)
  let races = [race(one, one), race(on: .main, one, one), race([one]), race(on: .main, [one])]
  print(lists, pair, triple, four, maybes, anyTwo, anyThree, races)
}

private func tries(_ promise: Promise<Int>) throws -> [Promise<Int>] {
  let box = Box()
  box.content = try awaitPromise(promise)
  // The call style of client code.
  // swift-format-ignore: OnlyOneTrailingClosureArgument
  let conditional = retry(
    on: .main,
    attempts: 3,
    delay: 1,
    condition: { count, error in count > box.content && error is PromiseError }
  ) { promise }
  return [
    conditional, retry { promise }, retry(on: .main) { Promise(box.content) },
    retry(attempts: 5, delay: 2) { () throws -> Promise<Int> in throw Test.Error.code13 },
  ]
}

private func wrapped() {
  func nothing(_ handler: @escaping () -> Void) { handler() }
  func value(_ handler: @escaping (Int) -> Void) { handler(1) }
  func optional(_ handler: @escaping (Int?) -> Void) { handler(1) }
  func failure(_ handler: @escaping (Error?) -> Void) { handler(nil) }
  func valueError(_ handler: @escaping (Int, Error?) -> Void) { handler(1, nil) }
  func errorValue(_ handler: @escaping (Error?, Int) -> Void) { handler(nil, 1) }
  func optionalError(_ handler: @escaping (Int?, Error?) -> Void) { handler(1, nil) }
  func errorOptional(_ handler: @escaping (Error?, Int?) -> Void) { handler(nil, 1) }
  func two(_ handler: @escaping (Int?, String?, Error?) -> Void) { handler(1, "a", nil) }
  let values: [Promise<Int>] = [
    wrap(value), wrap { value($0) }, wrap { valueError($0) }, wrap { errorValue($0) },
  ]
  let optionals: [Promise<Int?>] = [
    wrap { optional($0) }, wrap { optionalError($0) }, wrap(on: .main) { errorOptional($0) },
  ]
  let any: [Promise<Any?>] = [wrap(nothing), wrap(on: .main) { nothing($0) }]
  let pair: Promise<(Int?, String?)> = wrap { two($0) }
  wrap { failure($0) }.then { _ in print("done") }
  print(values, optionals, any, pair)
}

private func theRest(_ object: AnyObject) -> Bool {
  let box = Box()
  let (value, error) = (Maybe(1), Maybe<Int>(Test.Error.code13))
  let same: Maybe<Int> = asMaybe(value.asAnyObject() ?? object)
  print(value.value as Any, error.error as Any)
  DispatchQueue.promises = DispatchQueue.promises
  Test.delay(1) { box.content += 1 }
  let known = PromiseError(PromiseError.timedOut) == .validationFailure
  return same == value && known && waitForPromises(timeout: 10)
}
