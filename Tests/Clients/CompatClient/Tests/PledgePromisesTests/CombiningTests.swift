import Dispatch
import Pledge
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

@Suite(.hangLimit)
struct CombiningTests {
  typealias Failure = TestError
  typealias Promise = PledgePromises.Promise

  @Test func `all of different types has a tuple`() async throws {
    let two = try await PledgePromises.all(Promise(1), Promise("a")).get()
    #expect(two == (1, "a"))
    let three = try await PledgePromises.all(Promise(1), Promise("a"), Promise(true)).get()
    #expect(three == (1, "a", true))
    let four = PledgePromises.all(Promise(1), Promise("a"), Promise(true), Promise(0.5))
    #expect(try await four.get() == (1, "a", true, 0.5))
    let failed = PledgePromises.all(Promise(1), Promise<String>(Failure.code13))
    #expect(await failed.then { $0.0 }.failure() as? Failure == .code13)
  }

  @Test func `any waits for all and has every outcome`() {
    let turns = Turns()
    let (first, second) = (Promise<Int>(), Promise<Int>())
    let either = PledgePromises.any(on: turns.queue, [first, second])
    first.fulfill(1)
    turns.finish()
    #expect(either.isPending)
    second.reject(Failure.code13)
    turns.finish()
    #expect(either.value == [.value(1), .error(Failure.code13)])
  }

  @Test func `any without promises is fulfilled immediately`() {
    #expect(PledgePromises.any([Promise<Int>]()).value == [])
  }

  @Test func `any is rejected with the last error if there is no value`() {
    let turns = Turns()
    let (first, second) = (Promise<Int>(), Promise<Int>())
    let either = PledgePromises.any(on: turns.queue, [first, second])
    second.reject(Failure.code13)
    turns.finish()
    first.reject(Failure.code42)
    turns.finish()
    #expect(either.error as? Failure == .code42)
  }

  @Test func `any of different types has a tuple`() {
    let turns = Turns()
    let failed = Promise<String>(Failure.code13)
    let two = PledgePromises.any(on: turns.queue, Promise(1), failed)
    let three = PledgePromises.any(on: turns.queue, Promise(1), failed, Promise(true))
    let none = PledgePromises.any(on: turns.queue, Promise<Int>(Failure.code42), failed)
    turns.finish()
    #expect(two.value?.0.value == 1 && two.value?.1.error as? Failure == .code13)
    #expect(three.value?.2.value == true)
    #expect(none.error as? Failure == .code13)
  }

  @Test func `a race without promises is rejected`() async {
    #expect(await PledgePromises.race([Promise<Int>]()).failure() is EmptyInputError)
  }
}
