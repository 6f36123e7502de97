import Foundation
import PledgeBrightFutures
import TestSupport
import Testing

private let now = immediateExecutionContext

@Suite(.hangLimit)
struct OperatorTests {
  let good = Future<Int, Broken>(value: 2)
  let bad = Future<Int, Broken>(error: Broken(number: 1))

  @Test func `map takes a key path, and a future has the properties of its value`() async throws {
    let word = Future<String, Broken>(value: "four")
    #expect(try await word.map(\.count).get() == 4)
    #expect(word.map(now, f: \.count).value == 4)
    #expect(word.count.value == 4)
    let name = Future<User, Broken>(value: User(name: "Ada")).name
    #expect(name.uppercased == 3)
  }

  @Test func `the coalescing operator evaluates its right side only after a failure`() async {
    #expect(await (bad ?? 7).get() == 7)
    #expect(await (good ?? 7).get() == 2)
    let other: Future<Int, Other> = bad ?? Future(value: 8)
    #expect(await onSmallStack { other.forced().value } == 8)
  }

  @Test func `filter fails if its predicate returns false, and wraps other failures`() {
    #expect(good.filter { $0 == 2 }.value == 2)
    #expect(good.filter { $0 == 3 }.error == .noSuchElement)
    #expect(bad.filter { _ in true }.error == .external(Broken(number: 1)))
  }

  @Test func `forceType casts values and errors, and asVoid drops the value`() {
    let animal: Future<Base, Broken> = Future<Derived, Broken>(value: Derived()).forceType()
    let derived: Future<Derived, Broken> = animal.forceType()
    #expect(derived.isSuccess)
    let untyped: Future<Any, any Error> = bad.forceType()
    #expect(untyped.error as? Broken == Broken(number: 1))
    #expect(good.asVoid().isSuccess && bad.asVoid().error == Broken(number: 1))
  }

  @Test func `flatten follows the inner future, and fails like either`() {
    let inner = Promise<Int, Broken>()
    let flat = Future<Future<Int, Broken>, Broken>(value: inner.future).flatten()
    let outer = Async<Future<Int, Broken>>(result: inner.future).flatten()
    #expect(!flat.isCompleted && !outer.isCompleted)
    inner.failure(Broken(number: 3))
    #expect(flat.error == Broken(number: 3) && outer.error == Broken(number: 3))
    let failed = Future<Future<Int, Broken>, Broken>(error: Broken(number: 4)).flatten()
    #expect(failed.error == Broken(number: 4))
  }

  @Test func `futures that cannot fail or succeed are promoted`() {
    let value: Future<Int, Broken> = Future<Int, Never>(value: 1).promoteError()
    #expect(value.value == 1)
    let failed = Future<Never, BrightFuturesError<Never>>(error: .noSuchElement)
    let wider: Future<Never, BrightFuturesError<Broken>> = failed.promoteError()
    let typed: Future<Int, BrightFuturesError<Broken>> = wider.promoteValue()
    #expect(typed.error == .noSuchElement)
    for error in [BrightFuturesError<Never>.invalidationTokenInvalidated, .illegalState] {
      let wide: Future<Int, BrightFuturesError<Broken>> =
        Future<Int, BrightFuturesError<Never>>(error: error).promoteError()
      #expect(wide.isFailure)
    }
  }

  @Test func `materialize takes the arguments of a callback, and prefers the value`() {
    let (error, value) = (Broken(number: 1), 2)
    func call<T>(_ value: T?, _ error: Broken?) -> Future<T, Broken> {
      materialize { callback in callback(value, error) }
    }
    #expect(call(value, nil).value == 2)
    #expect(call(nil as Int?, error).error == error)
    #expect(call(value, error).value == 2)
    #expect(!call(nil as Int?, nil).isCompleted)
    let plain: Future<Int, Never> = materialize { $0(3) }
    #expect(plain.value == 3)
    let failed: Future<Void, Broken> = materialize { $0(error as Broken?) }
    let done: Future<Void, Broken> = materialize { $0(nil as Broken?) }
    #expect(failed.error == error)
    #expect(done.isSuccess)
  }
}

private struct User: Sendable {
  var name: String
}

extension Future where T == String {
  /// The length of the value: an extension as clients write it.
  fileprivate var uppercased: Int? {
    map(now) { $0.uppercased().count }.value
  }
}

private class Base {}
private final class Derived: Base {}

@Suite(.hangLimit)
struct SequenceTests {
  let values = [1, 2, 3].map { Future<Int, Broken>(value: $0) }

  @Test func `traverse collects on its context`() {
    let gate = Gate()
    let future = [1, 2].traverse(gate.context) { Future<Int, Broken>(value: $0) }
    #expect(!future.isCompleted)
    gate.run()
    #expect(future.value == [1, 2])
  }

  @Test func `fold goes from left to right, on its context`() async {
    let strings = values.fold(now, zero: "") { $0 + "\($1)" }
    #expect(strings.value == "123")
    let none = [Future<Int, Broken>]().fold(now, zero: 7, f: +)
    #expect(none.value == 7)
    let sum = values.fold(0) { $0 + $1 }
    #expect(await onSmallStack { sum.forced() } == .success(6))
  }

  @Test func `fold fails like the first failing element in the sequence`() {
    let calls = Log<Int>()
    let futures = values + [Future(error: Broken(number: 8)), Future(error: Broken(number: 9))]
    let sum = futures.fold(now, zero: 0) { sum, value in
      calls.add(value)
      return sum + value
    }
    #expect(sum.error == Broken(number: 8))
    #expect(calls.entries == [1, 2, 3])
  }

  @Test func `find searches in the order of the sequence`() async {
    #expect(values.find(now) { $0 > 1 }.value == 2)
    #expect(values.find(now) { $0 > 3 }.error == .noSuchElement)
    let failing = values + [Future(error: Broken())]
    #expect(failing.find(now) { $0 == 1 }.error == .external(Broken()))
    let found = values.find { $0 == 3 }
    #expect(await onSmallStack { found.forced() } == .success(3))
  }
}

/// A context that keeps its tasks until they are released, one by one.
final class Gate: Sendable {
  private let tasks = Locked<[@Sendable () -> Void]>([])

  var context: ExecutionContext {
    { task in self.tasks.withLock { $0.append(task) } }
  }

  var count: Int { tasks.value.count }

  func run() {
    let released = tasks.withLock { tasks in
      defer { tasks = [] }
      return tasks
    }
    for task in released { task() }
  }
}
