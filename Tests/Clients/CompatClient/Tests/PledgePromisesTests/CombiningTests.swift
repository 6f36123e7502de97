import Dispatch
import Pledge
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

private typealias Promise = PledgePromises.Promise

@Suite(.hangLimit)
struct CombiningTests {
  typealias Failure = TestError
  let failed = Promise<String>(TestError.code13)
  let queue = DispatchQueue.marked("turns")

  @Test(arguments: [true, false])
  func `any waits for all and has every outcome, or the last error if there is no value`(
    _ fails: Bool
  ) {
    let (first, second) = (Promise<Int>(), Promise<Int>())
    let either = PledgePromises.any(on: queue, [first, second])
    second.reject(Failure.code13)
    queue.finish()
    #expect(either.isPending)
    if fails { first.reject(Failure.code42) } else { first.fulfill(1) }
    queue.finish()
    #expect(either.value == (fails ? nil : [.value(1), .error(Failure.code13)]))
    #expect(either.error as? Failure == (fails ? .code42 : nil))
  }

  @Test func `any of different types has a tuple`() {
    let two = PledgePromises.any(on: queue, Promise(1), failed)
    let three = PledgePromises.any(on: queue, Promise(1), failed, Promise(true))
    let none = PledgePromises.any(on: queue, Promise<Int>(Failure.code42), failed)
    let noneOfThree = PledgePromises.any(on: queue, failed, Promise<Int>(Failure.code42), failed)
    queue.finish()
    #expect(two.value?.0.value == 1 && two.value?.1.error as? Failure == .code13)
    #expect(three.value?.2.value == true)
    #expect(none.error as? Failure == .code13 && noneOfThree.error as? Failure == .code13)
  }

  // MARK: Broken promises count as pending

  @Test func `a combination stays pending if one of its promises is broken`() {
    func broken() -> Promise<Int> { .pending() }
    let (one, text) = (Promise(1), Promise("a"))
    let list = all(on: queue, [one, broken()])
    let pair = all(on: queue, broken(), text)
    let triple = all(on: queue, one, broken(), text)
    let four = all(on: queue, one, text, one, broken())
    let maybes = [
      any(on: queue, [one, broken()]), any(on: queue, [Promise(Failure.code13), broken()]),
    ]
    let anyPair = any(on: queue, broken(), text)
    let anyTriple = any(on: queue, one, broken(), text)
    queue.finish()
    #expect(list.isPending && pair.isPending && triple.isPending && four.isPending)
    #expect(maybes.allSatisfy { $0.isPending } && anyPair.isPending && anyTriple.isPending)
  }

  @Test func `awaitPromise blocks until there is a value, or throws the error`() async throws {
    let first = Promise<Int>()
    let sum = Promise<Int>(on: .global()) {
      try awaitPromise(first) + awaitPromise(first.then(on: .global()) { $0 * 10 })
        + awaitPromise(first.then { $0 * 100 })
    }
    first.fulfill(1)
    #expect(try await sum.get() == 111)
    let rejected = Promise<String>(on: .global()) { [failed] in try awaitPromise(failed) }
    #expect(await rejected.failure() as? Failure == .code13)
  }
}
