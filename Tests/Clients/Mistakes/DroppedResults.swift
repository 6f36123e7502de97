import Dispatch
import Pledge

// Dropping a returned promise causes a warning if its rejection is still unhandled. It does not if
// the operator handles the error, cannot fail, or returns the promise that it was called on.

private let queue = PromiseQueue()
private let promise = Promise<Int>()
private let resolver = Promise<Int>.pending().resolver
private let bag = DiscardBag()
private let source = DiscardSource()
private let progress = ProgressMonitor()
private let owner = SDK()

#if LOST
func dropStages() {
  load(1).map { $0.count }  // 1
  load(1).map(on: .global()) { $0.count }  // 2
  load(1).map(on: MainActor.shared) { $0.count }  // 3
  load(1).flatMap { load($0.count) }  // 4
  load(1).flatMap(on: .global()) { load($0.count) }  // 5
  load(1).flatMap(on: MainActor.shared) { load($0.count) }  // 6
  load(1).tap { _ in }  // 7
  load(1).tap(on: .global()) { _ in }  // 8
  load(1).tap(on: MainActor.shared) { _ in }  // 9
  load(1).ensure {}  // 10
  load(1).ensure(on: .global()) {}  // 11
  load(1).ensure(on: MainActor.shared) {}  // 12
  load(1).ensureThen { load(2) }  // 13
  load(1).ensureThen(on: .global()) { load(2) }  // 14
  load(1).ensureThen(on: MainActor.shared) { load(2) }  // 15
  load(1).recover { _ in [] }  // 16
  load(1).recover(on: .global()) { _ in [] }  // 17
  load(1).recover(on: MainActor.shared) { _ in [] }  // 18
  load(1).flatMapError { _ in load(2) }  // 19
  load(1).flatMapError(on: .global()) { _ in load(2) }  // 20
  load(1).flatMapError(on: MainActor.shared) { _ in load(2) }  // 21
  load(1).mapError { $0 }  // 22
  load(1).mapError(on: .global()) { $0 }  // 23
  load(1).mapError(on: MainActor.shared) { $0 }  // 24
  load(1).compactMap { $0.first }  // 25
  load(1).compactMap(on: .global()) { $0.first }  // 26
  load(1).compactMap(on: MainActor.shared) { $0.first }  // 27
  load(1).validate { !$0.isEmpty }  // 28
  load(1).validate(on: .global()) { !$0.isEmpty }  // 29
  load(1).validate(on: MainActor.shared) { !$0.isEmpty }  // 30
}

func dropOthers() {
  load(1).asVoid()  // 31
  load(1).timeout(after: .seconds(1))  // 32
  load(1).delay(by: .seconds(1))  // 33
  load(1).then { $0.count }  // 34
  load(1).then(async: { load($0.count) })  // 35
  load(1).anyway { $0?.count }  // 36
  all([load(1), load(2)])  // 37
  race(load(1), load(2))  // 38
  any(load(1), load(2))  // 39
  load(1) &&& load(2)  // 40
  retry { load(1) }  // 41
  Promise<Int>.fromValueOrError { _ in }  // 42
  Promise { try await fetchName(of: 1) }  // 43
  LazyPromise { load(1) }  // 44
  queue.add { load(1) }  // 45
  queue.addTask { try await fetchName(of: 1) }  // 46
  queue.addCallback { (_: Resolver<Int>) in }  // 47
  queue.drained()  // 48
}
// 1: warning: result of call to 'map' is unused
// 2: warning: result of call to 'map(on:_:)' is unused
// 3: warning: result of call to 'map(on:_:)' is unused
// 4: warning: result of call to 'flatMap' is unused
// 5: warning: result of call to 'flatMap(on:_:)' is unused
// 6: warning: result of call to 'flatMap(on:_:)' is unused
// 7: warning: result of call to 'tap' is unused
// 8: warning: result of call to 'tap(on:_:)' is unused
// 9: warning: result of call to 'tap(on:_:)' is unused
// 10: warning: result of call to 'ensure' is unused
// 11: warning: result of call to 'ensure(on:_:)' is unused
// 12: warning: result of call to 'ensure(on:_:)' is unused
// 13: warning: result of call to 'ensureThen' is unused
// 14: warning: result of call to 'ensureThen(on:_:)' is unused
// 15: warning: result of call to 'ensureThen(on:_:)' is unused
// 16: warning: result of call to 'recover' is unused
// 17: warning: result of call to 'recover(on:_:)' is unused
// 18: warning: result of call to 'recover(on:_:)' is unused
// 19: warning: result of call to 'flatMapError' is unused
// 20: warning: result of call to 'flatMapError(on:_:)' is unused
// 21: warning: result of call to 'flatMapError(on:_:)' is unused
// 22: warning: result of call to 'mapError' is unused
// 23: warning: result of call to 'mapError(on:_:)' is unused
// 24: warning: result of call to 'mapError(on:_:)' is unused
// 25: warning: result of call to 'compactMap' is unused
// 26: warning: result of call to 'compactMap(on:_:)' is unused
// 27: warning: result of call to 'compactMap(on:_:)' is unused
// 28: warning: result of call to 'validate(orThrow:_:)' is unused
// 29: warning: result of call to 'validate(on:orThrow:_:)' is unused
// 30: warning: result of call to 'validate(on:orThrow:_:)' is unused
// 31: warning: result of call to 'asVoid()' is unused
// 32: warning: result of call to 'timeout(after:clock:)' is unused
// 33: warning: result of call to 'delay(by:clock:)' is unused
// 34: warning: result of call to 'then' is unused
// 35: warning: result of call to 'then(async:)' is unused
// 36: warning: result of call to 'anyway' is unused
// 37: warning: result of call to 'all(_:file:line:)' is unused
// 38: warning: result of call to 'race(_:file:line:)' is unused
// 39: warning: result of call to 'any(_:file:line:)' is unused
// 40: warning: result of operator '&&&' is unused
// 41: warning: result of call to 'retry(max:backoff:budget:clock:while:file:line:_:)' is unused
// 42: warning: result of call to 'fromValueOrError(file:line:_:)' is unused
// 43: warning: result of 'Promise<Value>' initializer is unused
// 44: warning: result of 'LazyPromise<Value>' initializer is unused
// 45: warning: result of call to 'add(priority:timeout:file:line:_:)' is unused
// 46: warning: result of call to 'addTask(priority:timeout:file:line:_:)' is unused
// 47: warning: result of call to 'addCallback(priority:timeout:file:line:_:)' is unused
// 48: warning: result of call to 'drained(file:line:)' is unused
#else
func drop() {
  load(1).catch { _ in }
  load(1).catch(on: .global()) { _ in }
  load(1).catch(on: MainActor.shared) { _ in }
  load(1).observe { _ in }
  load(1).observe(on: .global()) { _ in }
  load(1).observe(on: MainActor.shared) { _ in }
  load(1).observe(owner: owner) { _, _ in }
  load(1).observe(on: .global(), owner: owner) { _, _ in }
  load(1).observe(on: MainActor.shared, owner: owner) { _, _ in }
  load(1).ignoringErrors()
  load(1).shared()
  promise.discarded(by: bag)
  promise.discarded(by: source.token)
  source.token.onDiscard {}
  source.token.onDiscard(on: .global()) {}
  source.token.onDiscard(on: MainActor.shared) {}
  progress.observe { _ in }
  progress.observe(on: .global()) { _ in }
  progress.observe(on: MainActor.shared) { _ in }
  resolver.resolve(1)
  resolver.reject(Missing())
  resolver.settle(with: .success(1))
  resolver.settle(1, nil)
}
#endif
