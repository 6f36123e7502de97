import Dispatch
import Foundation
import PledgePromiseKit
import Testing

// Calls that the other tests do not make in the documented form of the original. The test is that
// they compile.
extension PromiseKitTests {
  @Suite struct Surface {
    @Test func `promises and guarantees are made in all documented ways`() {
      let made: [Promise<Int>] = [
        Promise { seal in seal.fulfill(1) }, Promise<Int>(resolver: { $0.fulfill(1) }),
        Promise.value(1), .value(1), Promise(Promise.value(1)), Promise(Guarantee.value(1)),
      ]
      #expect(made.allSatisfy { $0.value == 1 })
      let sure: [Guarantee<Int>] = [
        Guarantee { seal in seal(1) }, Guarantee<Int>(resolver: { $0(1) }), .value(1),
      ]
      #expect(sure.allSatisfy { $0.value == 1 })
      let pending: (promise: Promise<Int>, resolver: Resolver<Int>) = Promise<Int>.pending()
      let resolve: (guarantee: Guarantee<Int>, resolve: (Int) -> Void) = Guarantee<Int>.pending()
      pending.resolver.fulfill(1)
      resolve.resolve(1)
      #expect(pending.promise.value == 1 && resolve.guarantee.value == 1)
      #expect(Promise.value(1).asVoid().isFulfilled && Guarantee.value(1).asVoid().isFulfilled)
    }

    @Test func `every operator takes a queue, flags, or both`() async throws {
      let queue: DispatchQueue? = .global()
      let flags: DispatchWorkItemFlags? = .inheritQoS
      let source = Promise.value([2, 1])
      let sure = Guarantee.value([2, 1])
      _ = try await source.then(on: queue, flags: flags) { Promise.value($0) }
        .map(on: queue, flags: flags) { $0 }.compactMap(on: queue, flags: flags) { $0 }
        .get(on: queue, flags: flags) { _ in }.tap(on: queue, flags: flags) { _ in }
        .mapValues(on: queue, flags: flags) { $0 }.flatMapValues(on: queue, flags: flags) { [$0] }
        .compactMapValues(on: queue, flags: flags) { $0 }
        .filterValues(on: queue, flags: flags) { _ in true }
        .thenMap(on: queue, flags: flags) { Promise.value($0) }
        .thenFlatMap(on: queue, flags: flags) { Promise.value([$0]) }
        .sortedValues(on: queue, flags: flags)
        .ensure(on: queue, flags: flags) {}.ensureThen(on: queue, flags: flags) { Guarantee() }
        .recover(on: queue, flags: flags, policy: .allErrors) { _ in Promise.value([]) }
        .firstValue(on: queue, flags: flags, where: { $0 == 1 }).async()
      let (end, ended) = Guarantee<Void>.pending()
      source.done(on: queue, flags: flags) { _ in }
        .recover(on: queue, flags: flags, policy: .allErrors) { _ in }
        .catch(on: queue, flags: flags, policy: .allErrors) { _ in }
        .finally(on: queue, flags: flags) { ended(()) }
      await end.async()
      _ = await sure.then(on: queue, flags: flags) { Guarantee.value($0) }
        .map(on: queue, flags: flags) { $0 }.get(on: queue, flags: flags) { _ in }
        .mapValues(on: queue, flags: flags) { $0 }.flatMapValues(on: queue, flags: flags) { [$0] }
        .compactMapValues(on: queue, flags: flags) { $0 }
        .filterValues(on: queue, flags: flags) { _ in true }
        .thenMap(on: queue, flags: flags) { Guarantee.value($0) }
        .thenFlatMap(on: queue, flags: flags) { Guarantee.value([$0]) }
        .sortedValues(on: queue, flags: flags).sortedValues(on: queue, flags: flags) { $0 < $1 }
        .done(on: queue, flags: flags) { _ in }.async()
      _ = await Promise<Int>(error: Problem.first)
        .recover(on: queue, flags: flags) { _ in Guarantee.value(1) }.async()
      await Promise<Void>(error: Problem.first).recover(on: queue, flags: flags) { _ in }.async()
      // Completion is the assertion.
    }

    @Test func `the results of finished chains may be ignored`() async {
      let source = Promise.value(1)
      source.catch { _ in }
      source.cauterize()
      source.recover { _ in Guarantee.value(1) }
      source.asVoid().recover { _ in }
      Guarantee.value(1).done { _ in }
      Guarantee.value(1).then { Guarantee.value($0) }
      await mainQueueDrained()
      // Completion is the assertion.
    }

    @Test func `combinations are distinguished by their labels`() {
      let promises = [Promise.value(1), .value(2)]
      let voids = [Promise(), Promise()]
      let one: Promise<[Int]> = when(fulfilled: promises)
      let two: Promise<Void> = when(fulfilled: voids)
      let three: Promise<Void> = when(fulfilled: Promise(), Promise())
      let four: Guarantee<[PledgePromiseKit.Result<Int>]> = when(resolved: promises)
      let five: Guarantee<[PledgePromiseKit.Result<Int>]> = when(resolved: promises[0], promises[1])
      let six: Promise<Int> = race(promises)
      let seven: Promise<Int> = race(promises[0], promises[1])
      let eight: Promise<[Int]> = when(fulfilled: promises.makeIterator(), concurrently: 2)
      let states = [
        one.isFulfilled, two.isFulfilled, three.isFulfilled, four.isResolved, five.isResolved,
        six.isFulfilled, seven.isFulfilled, eight.isFulfilled,
      ]
      #expect(states.allSatisfy { $0 })
      let results = when(resolved: promises.makeIterator(), concurrently: 2)
      #expect(results.value?.count == 2)
    }

    @Test func `generic code is written against the protocols`() async throws {
      func described<P: Thenable>(_ thenable: P) -> Promise<String> {
        thenable.map { "\($0)" }
      }
      func silent<P: CatchMixin>(_ promise: P) -> Guarantee<Void> {
        promise.asVoid().recover { _ in }
      }
      #expect(try await described(Guarantee.value(1)).async() == "1")
      await silent(Promise<Int>(error: Problem.first)).async()
    }

    @Test func `errors, policies and events are as documented`() {
      let errors: [any Error] = [
        PMKError.invalidCallingConvention, PMKError.returnedSelf, PMKError.badInput,
        PMKError.cancelled, PMKError.emptySequence, PMKError.noWinner,
      ]
      #expect(errors.filter(\.isCancelled).count == 1)
      let events: [LogEvent] = [
        .waitOnMainThread, .pendingPromiseDeallocated, .pendingGuaranteeDeallocated,
        .cauterized(Problem.first),
      ]
      #expect(
        events.map { "\($0)" }.prefix(2) == ["waitOnMainThread", "pendingPromiseDeallocated"]
      )
      let configuration: PMKConfiguration = conf
      let queues: (map: DispatchQueue?, return: DispatchQueue?) = configuration.Q
      #expect(queues.map != nil && queues.return != nil)
      #expect(CatchPolicy.allErrors != .allErrorsExceptCancellation)
      #expect(PledgePromiseKit.Result.fulfilled(1).isFulfilled)
      #expect(!PledgePromiseKit.Result<Int>.rejected(Problem.first).isFulfilled)
    }
  }
}
