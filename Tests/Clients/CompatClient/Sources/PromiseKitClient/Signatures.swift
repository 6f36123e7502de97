import Foundation
import PledgePMKFoundation
import PledgePromiseKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Calls every signature of the original as client code does, with closures that are not marked
// `@Sendable`. The test is that it compiles in both language modes; it is never run.

private final class Box {
  var content = 0
  var optional: Int? { content }
  var isEmpty: Bool { content == 0 }
}

private enum Failure: Swift.Error {
  case some
}

private struct Dismissed: CancellableError {
  var isCancelled: Bool { true }
}

private final class Own: Thenable {
  private let promise = Promise.value(1)

  var result: PledgePromiseKit.Result<Int>? { promise.result }

  func pipe(to handler: @escaping (PledgePromiseKit.Result<Int>) -> Void) {
    promise.pipe(to: handler)
  }
}

extension Thenable {
  /// Discards a result that must not be ignored.
  fileprivate func quiet() {}
}

private func promises() throws -> ([Promise<Int>], [Promise<Void>]) {
  let box = Box()
  let (promise, seal) = Promise<Int>.pending()
  let pending = Promise<Int>.pending()
  pending.resolver.fulfill(box.content)
  promise.pipe { result in
    switch result {
    case .fulfilled(let value): box.content = value
    case .rejected: box.content = 0
    }
  }
  seal.reject(Failure.some)
  box.content = try promise.wait()
  print(promise.description, promise.debugDescription, promise.result?.isFulfilled as Any)
  print(promise.value as Any, promise.error as Any, promise.isPending, promise.isResolved)
  print(promise.isFulfilled, promise.isRejected)
  let made: [Promise<Int>] = [
    promise, pending.promise, .value(1), Promise(error: Failure.some), Promise(promise),
    Promise(Guarantee.value(1)), Promise(Own()), Promise { seal in seal.fulfill(box.content) },
    Promise(resolver: { $0.reject(Failure.some) }),
    DispatchQueue.global().async(.promise) { () throws -> Int in box.content },
    DispatchQueue.main.async(.promise, group: nil, qos: .utility, flags: .barrier) {
      () throws -> Int in throw Failure.some
    },
  ]
  return (made, [Promise(), .value, .value(()), Promise.value(Void())])
}

private func resolvers(_ seal: Resolver<Int>, _ end: Resolver<Void>) {
  seal.resolve(.fulfilled(1))
  seal.resolve(Swift.Result<Int, Swift.Error>.success(1))
  seal.resolve(1 as Int?, nil)
  seal.resolve(1, nil)
  seal.resolve(nil, 1)
  end.resolve(nil)
  end.fulfill_()
  let optional: (Int?, Swift.Error?) -> Void = seal.resolve
  let value: (Int, Swift.Error?) -> Void = seal.resolve
  let turned: (Swift.Error?, Int?) -> Void = seal.resolve
  let result: (Swift.Result<Int, Swift.Error>) -> Void = seal.resolve
  let fulfill: (Int) -> Void = seal.fulfill
  let reject: (Swift.Error) -> Void = seal.reject
  let error: (Swift.Error?) -> Void = end.resolve
  let finish: () -> Void = end.fulfill_
  print(optional as Any, value as Any, turned as Any, result as Any)
  print(fulfill as Any, reject as Any, error as Any, finish as Any)
}

private func operators(_ promise: Promise<Int>) {
  let box = Box()
  promise.then { Promise.value($0 + box.content) }.quiet()
  promise.then(on: nil) { Guarantee.value($0) }.quiet()
  promise.then(on: .main, flags: .barrier) { _ in promise }.quiet()
  promise.map { $0 + box.content }.compactMap { Int("\($0)") }.done { box.content = $0 }
    .catch { _ in box.content = 0 }.finally { box.content = 1 }
  promise.map(on: nil, flags: nil) { _ in throw Failure.some }.quiet()
  promise.map(\.description).compactMap(on: nil) { Int($0) }.quiet()
  promise.get { box.content = $0 }.tap { box.content = $0.isFulfilled ? 1 : 0 }.asVoid().quiet()
  promise.get(on: nil) { print($0) }.tap(on: nil, flags: nil) { print($0) }.quiet()
  promise.done(on: nil, flags: nil) { print($0) }.quiet()
  promise.catch(policy: .allErrors) { print($0) }
  promise.catch(on: .main, flags: .barrier, policy: .allErrorsExceptCancellation) { error in
    box.content = error.isCancelled ? 1 : 0
  }
  let finalizer: PMKFinalizer = promise.cauterize()
  finalizer.finally(on: nil, flags: nil) { box.content = 0 }
  promise.ensure { box.content = 3 }.ensureThen { after(seconds: 1) }.quiet()
  promise.ensure(on: nil, flags: nil) {}.ensureThen(on: nil, flags: nil) { Guarantee() }.quiet()
}

private func recoveries(_ promise: Promise<Int>, _ void: Promise<Void>) {
  let box = Box()
  let values: [Promise<Int>] = [
    promise.recover { error -> Promise<Int> in throw error },
    promise.recover(policy: .allErrors) { _ in Promise.value(box.content) },
    promise.recover(on: nil, flags: nil) { _ in Promise.value(1) },
  ]
  let sure: Guarantee<Int> = promise.recover { _ in .value(box.content) }
  let over: Guarantee<Void> = void.recover { _ in box.content = 0 }
  let rest: Promise<Void> = void.recover(on: nil, policy: .allErrors) { _ in box.content = 0 }
  promise.recover(on: nil, flags: nil) { _ in Guarantee.value(1) }
  void.recover { _ in box.content = 0 }
  void.recover { error in throw error }.catch { print($0) }
  print(values, sure, over, rest)
}

private func values(_ promise: Promise<[Int]>) {
  let box = Box()
  promise.mapValues { $0 + box.content }.flatMapValues { [$0, box.content] }
    .compactMapValues { Int("\($0)") }.filterValues { $0 > box.content }.sortedValues().quiet()
  promise.thenMap { Promise.value($0 + box.content) }.thenMap { Guarantee.value($0) }
    .thenFlatMap { Promise.value([$0]) }.quiet()
  let first: [Promise<Int>] = [
    promise.firstValue, promise.firstValue { $0 > box.content }, promise.lastValue,
    promise.firstValue(on: nil, flags: nil, where: { $0 > 1 }),
  ]
  print(first, promise.sortedValues(on: .main, flags: nil))
}

private func doubled<S: Sequence>(_ promise: Promise<S>) -> Promise<[Int]> where S.Element == Int {
  promise.mapValues { $0 * 2 }
}

/// Uses key paths, which are not `Sendable` when they are stored in variables in Swift 5 mode.
private func keyPaths(_ one: Promise<Box>, _ many: Promise<[Box]>, _ sure: Guarantee<[Box]>) {
  let content = \Box.content
  let (optional, isEmpty): (KeyPath<Box, Int?>, KeyPath<Box, Bool>) = (\.optional, \.isEmpty)
  one.map(content).quiet()
  one.map(on: nil, flags: nil, content).compactMap(\.byteSwapped.description).quiet()
  one.compactMap(optional).quiet()
  one.compactMap(on: .main, \.optional).quiet()
  many.mapValues(content).quiet()
  many.compactMapValues(on: nil, optional).quiet()
  many.filterValues(isEmpty).mapValues(\.content).quiet()
  let counts: [Guarantee<[Int]>] = [
    sure.mapValues(content), sure.compactMapValues(optional),
    sure.filterValues(on: .main, isEmpty).map(\.count).map { [$0] },
  ]
  let count: Guarantee<Int> = sure.map(\[Box].count as KeyPath<[Box], Int>)
  print(counts, count)
}

private func guarantees() {
  let box = Box()
  let (sure, resolve) = Guarantee<Int>.pending()
  let pending: (guarantee: Guarantee<Int>, resolve: (Int) -> Void) = Guarantee<Int>.pending()
  pending.resolve(1)
  resolve(box.content)
  let made: [Guarantee<Int>] = [
    sure, .value(1), Guarantee { resolve in resolve(box.content) },
    Guarantee(resolver: { resolve in DispatchQueue.main.async { resolve(1) } }),
    DispatchQueue.global().async(.promise) { box.content }, sure.get { box.content = $0 },
    sure.map { $0 + box.content }, sure.then { _ in pending.guarantee },
  ]
  let ends: [Guarantee<Void>] = [
    Guarantee(), .value, sure.done { box.content = $0 }, sure.asVoid(),
  ]
  let failing: [Promise<Int>] = [
    sure.map { _ in throw Failure.some }, sure.then { Promise.value($0) },
    sure.get { _ in throw Failure.some }, sure.compactMap { Int("\($0)") },
  ]
  sure.pipe { print($0) }
  sure.done { print($0) }
  sure.then { Guarantee.value($0 + box.content) }
  print(made, ends, failing, sure.result as Any, sure.wait())
}

private func valuesOfGuarantees(_ sure: Guarantee<[Int]>) -> [Guarantee<[Int]>] {
  let box = Box()
  return [
    sure.mapValues { $0 + box.content }, sure.flatMapValues { [$0, box.content] },
    sure.compactMapValues { Int("\($0)") }, sure.filterValues { $0 > box.content },
    sure.thenMap { Guarantee.value($0 + box.content) },
    sure.thenFlatMap { Promise.value([$0 + box.content]) }, sure.sortedValues(),
    sure.thenFlatMap { Guarantee.value([$0]) }, sure.sortedValues { $0 > $1 + box.content },
  ]
}

private func functions(_ promise: Promise<Int>, _ sure: Guarantee<Int>) throws {
  firstly { promise }.done { print($0) }.cauterize()
  firstly { sure }.done { print($0) }
  firstly(execute: { () throws -> Promise<Int> in throw Failure.some }).quiet()
  after(seconds: 1).done { print("late") }
  after(.milliseconds(1)).done { _ in print("late") }
  print(try hang(promise))
  race(promise, promise).quiet()
  race([promise]).quiet()
  race(fulfilled: [promise]).quiet()
  let sooner: Guarantee<Int> = race(sure, sure)
  Own().then { Promise.value($0) }.done { print($0, sooner) }.cauterize()
}

private func combinations(_ one: Promise<Int>, _ two: Promise<String>, _ sure: Guarantee<Bool>) {
  let lists: [Promise<[Int]>] = [
    when(fulfilled: [one, one]), when(fulfilled: [Own()]),
    when(fulfilled: AnyIterator { one }, concurrently: 2),
  ]
  let mixed: Promise<[Any]> = when(fulfilled: [one, sure] as [any Thenable])
  let voids: [Promise<Void>] = [
    when(fulfilled: Promise(), Promise()), when(fulfilled: [Promise(), Promise()]),
  ]
  let pair: Promise<(Int, String)> = when(fulfilled: one, two)
  let three: Promise<(Int, String, Bool)> = when(fulfilled: one, two, sure)
  let four: Promise<(Int, String, Bool, Int)> = when(fulfilled: one, two, sure, one)
  let five: Promise<(Int, String, Bool, Int, Int)> = when(fulfilled: one, two, sure, one, one)
  let outcomes: [Guarantee<[PledgePromiseKit.Result<Int>]>] = [
    when(resolved: one, one), when(resolved: [one]),
    when(resolved: AnyIterator { one }, concurrently: 2),
  ]
  print(lists, mixed, voids, pair, three, four, five, outcomes)
}

private func combinedGuarantees(_ one: Guarantee<Int>, _ two: Guarantee<String>) {
  let voids: [Guarantee<Void>] = [when(Guarantee(), Guarantee()), when(guarantees: [Guarantee()])]
  let lists: [Guarantee<[Int]>] = [when(one, one), when(guarantees: [one])]
  let pair: Guarantee<(Int, String)> = when(guarantees: one, two)
  let three: Guarantee<(Int, String, Int)> = when(guarantees: one, two, one)
  let four: Guarantee<(Int, String, Int, Int)> = when(guarantees: one, two, one, one)
  let five: Guarantee<(Int, String, Int, Int, Int)> = when(guarantees: one, two, one, one, one)
  print(voids, lists, pair, three, four, five)
}

private func configured() {
  conf.Q = (map: .main, return: .main)
  conf.Q.map = nil
  conf.Q = (.main, .main)
  conf.catchPolicy = .allErrors
  conf.rejectsBrokenPromises = true
  conf.logHandler = { event in
    switch event {
    case .waitOnMainThread, .pendingPromiseDeallocated, .pendingGuaranteeDeallocated: print(event)
    case .cauterized(let error): print(error)
    }
  }
  let configuration: PMKConfiguration = conf
  let log: (LogEvent) -> Void = configuration.logHandler
  log(.cauterized(PMKError.noWinner))
  print(PMKError.badInput.debugDescription, PMKError.returnedSelf.errorDescription as Any)
  print(PMKError.compactMap(1, Int.self), PMKError.emptySequence, PMKError.invalidCallingConvention)
  print(PMKError.cancelled.isCancelled, Dismissed().isCancelled, URLError(.cancelled).isCancelled)
}

// From PromiseKit/Foundation.
private func greeting(from url: URL) -> Promise<String> {
  URLSession.shared.dataTask(.promise, with: url).validate()
    .compactMap(String.init)
    .map { name in "Hello, \(name)" }
}

private func foundation(_ session: URLSession, _ request: URLRequest, _ file: URL) {
  let box = Box()
  session.dataTask(.promise, with: request).validate().done { box.content = $0.data.count }
    .catch { error in
      guard
        case PMKHTTPError.badStatusCode(let code, let data, let response)? = error as? PMKHTTPError
      else { return }
      print(code, String(data: data, urlResponse: response) as Any)
      print((error as? PMKHTTPError)?.jsonDictionary as Any)
      print((error as? PMKHTTPError)?.decodeResponse([Int].self, decoder: JSONDecoder()) as Any)
    }
  let answers = [
    session.dataTask(.promise, with: file),
    session.uploadTask(.promise, with: request, from: Data()),
    session.uploadTask(.promise, with: request, fromFile: file),
  ]
  answers[0].compactMap(String.init).quiet()
  session.downloadTask(.promise, with: request, to: file).done { print($0.saveLocation) }.quiet()
  let center: Guarantee<Notification> = NotificationCenter.default.observe(once: .init("name"))
  print(center, NotificationCenter.default.observe(once: .init("name"), object: box))
  #if os(macOS) || os(Linux)
  Process().launch(.promise).print().done { print($0.out, $0.err) }.catch { error in
    guard case Process.PMKError.execution(let process, let out, let err) = error else { return }
    print(process, out as Any, err as Any)
  }
  #endif
}

private func waitingTasks(_ promise: Promise<Int>, _ sure: Guarantee<Int>) async throws -> Int {
  try await promise.async() + sure.async()
}

@available(*, deprecated)
private func oldNames(_ promise: Promise<[Int]>) -> [Promise<Int>] {
  func optional(_ handler: @escaping (Int?, Swift.Error?) -> Void) { handler(1, nil) }
  func value(_ handler: @escaping (Int, Swift.Error?) -> Void) { handler(1, nil) }
  func turned(_ handler: @escaping (Swift.Error?, Int?) -> Void) { handler(nil, 1) }
  func error(_ handler: @escaping (Swift.Error?) -> Void) { handler(nil) }
  func sole(_ handler: @escaping (Int) -> Void) { handler(1) }
  let box = Box()
  let void: Promise<Void> = wrap(error)
  promise.filter { $0 > box.content }.sorted().quiet()
  promise.filter(on: .main, test: { $0 > 1 }).sorted(on: .main).quiet()
  promise.always { box.content = 0 }.always(on: .main, execute: {}).quiet()
  void.always { box.content = 0 }.quiet()
  return [
    wrap(optional), wrap(value), wrap(turned), wrap(sole), wrap { optional($0) }, promise.first,
    promise.last,
  ]
}
