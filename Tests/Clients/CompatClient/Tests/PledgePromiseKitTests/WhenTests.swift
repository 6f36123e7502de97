import Dispatch
import Foundation
import PledgePromiseKit
import TestSupport
import Testing

extension PromiseKitTests {
  @Suite struct When {
    @Test func `tuples of two to five types and arrays mix promises and guarantees`() {
      let (one, text, flag) = (Promise.value(1), Guarantee.value("a"), Promise.value(true))
      let (number, list) = (Promise.value(2.5), Promise.value([3]))
      let two = when(fulfilled: one, text).value
      #expect(two?.0 == 1 && two?.1 == "a")
      #expect(when(fulfilled: one, text, flag).value?.2 == true)
      #expect(when(fulfilled: one, text, flag, number).value?.3 == 2.5)
      #expect(when(fulfilled: one, text, flag, number, list).value?.4 == [3])
      let mixed = when(fulfilled: [one, text] as [any Thenable]).value
      #expect(mixed?[0] as? Int == 1 && mixed?[1] as? String == "a")
      let failed = Promise<Int>(error: Problem.first)
      #expect(problem(when(fulfilled: one, failed).error) == .first)
      let all = when(fulfilled: [one, failed, Promise(error: Problem.second)])
      #expect(problem(all.error) == .first)
    }

    @Test func `the progress of a thread is complete when all are settled`() {
      let (promise, seal) = Promise<Int>.pending()
      let (other, reject) = Promise<Int>.pending()
      let (guarantee, resolve) = Guarantee<Int>.pending()
      let ends: [(combine: () -> Void, settle: () -> Void)] = [
        ({ _ = when(fulfilled: [promise, .value(1)]) }, { seal.fulfill(1) }),
        ({ _ = when(fulfilled: [other, .value(1)]) }, { reject.reject(Problem.first) }),
        ({ _ = when(guarantees: [guarantee, .value(1)]) }, { resolve(1) }),
      ]
      for (combine, settle) in ends {
        let progress = Progress(totalUnitCount: 1)
        progress.becomeCurrent(withPendingUnitCount: 1)
        combine()
        progress.resignCurrent()
        settle()
        #expect(progress.fractionCompleted == 1)
      }
    }

    @Test func `guarantees are combined in all forms`() {
      #expect(when(Guarantee(), Guarantee()).isFulfilled)
      #expect(when(Guarantee.value(1), Guarantee.value(2)).value == [1, 2])
      #expect(when(guarantees: [Guarantee.value(1), .value(2)]).value == [1, 2])
      let (one, text, flag) = (Guarantee.value(1), Guarantee.value("a"), Guarantee.value(true))
      let (number, list) = (Guarantee.value(2.5), Guarantee.value([3]))
      #expect(when(guarantees: one, text).value?.1 == "a")
      #expect(when(guarantees: one, text, flag).value?.2 == true)
      #expect(when(guarantees: one, text, flag, number).value?.3 == 2.5)
      #expect(when(guarantees: one, text, flag, number, list).value?.4 == [3])
    }
  }

  @Suite struct Races {
    @Test func `a race without promises is bad input, and one without guarantees never ends`() {
      let single: (Promise<Int>...) -> Promise<Int> = race
      for promise in [race([Promise<Int>]()), race(fulfilled: [Promise<Int>]()), single()] {
        #expect(isSame(promise.error, .badInput))
      }
      let log = logged {
        let never: Guarantee<Int> = race()
        #expect(never.isPending)
      }
      #expect(log == ["pendingGuaranteeDeallocated"])
    }
  }

  @Suite struct Concurrently {
    @Test func `a limit of zero is bad input, and does not call the generator`() {
      let works = Works(count: 3)
      #expect(isSame(when(fulfilled: works, concurrently: 0).error, .badInput))
      let outcomes = when(resolved: works, concurrently: -1).value
      #expect(isSame(outcomes?.first?.problem, .badInput))
      #expect(works.started == 0)
    }
  }
}

extension PromiseKitTests {
  /// A broken member of a combination counts as pending.
  @Suite struct BrokenMembers {
    @Test func `if no member can settle the combination any more, it is broken`() {
      logged {
        #expect(isBroken(when(fulfilled: [Promise<Int> { _ in }, .value(1)])))
        #expect(isBroken(when(fulfilled: Promise<Int> { _ in }, Promise<String> { _ in }).asVoid()))
        #expect(isBroken(when(fulfilled: Promise<Void> { _ in }, Promise()) as Promise<Void>))
        #expect(isBroken(race(Promise { _ in }, Promise<Int> { _ in })))
        #expect(isBroken(race(fulfilled: [Promise<Int>(error: Problem.first), Promise { _ in }])))
        #expect(isBroken(race(Guarantee<Int> { _ in }, Guarantee { _ in })))
        #expect(isBroken(when(guarantees: [Guarantee<Int> { _ in }, .value(1)])))
        #expect(isBroken(when(resolved: Promise<Int> { _ in }, .value(1)).asVoid()))
      }
    }

    @Test func `a broken member keeps its slot`() {
      logged {
        let works = Works(count: 4)
        let all = when(fulfilled: works, concurrently: 2)
        works.breakPromise(0)
        #expect(works.started == 2)
        works.finish(1)
        #expect(works.started == 3)
        works.finish(2)
        works.finish(3)
        #expect(isBroken(all))
      }
    }

    @Test func `once broken members occupy all slots, the generator is not called`() {
      logged {
        let works = Works(count: 4)
        let all = when(fulfilled: works, concurrently: 2)
        works.breakPromise(1)
        #expect(all.isPending && !isBroken(all))
        works.breakPromise(0)
        #expect(isBroken(all))
        let none = AnyIterator { Promise<Int> { _ in } }
        #expect(isBroken(when(fulfilled: none, concurrently: 1)))
        #expect(isBroken(when(resolved: none, concurrently: 3).asVoid()))
        #expect(works.started == 2)
      }
    }

    @Test func `beside a broken member, a rejection rejects values, but does not resolve outcomes`()
    {
      logged {
        let (values, outcomes) = (Works(count: 3), Works(count: 3))
        let all = when(fulfilled: values, concurrently: 3)
        let every = when(resolved: outcomes, concurrently: 3)
        for works in [values, outcomes] {
          works.breakPromise(0)
          works.finish(1, with: Problem.first)
        }
        #expect(problem(all.error) == .first && !isBroken(every.asVoid()))
        outcomes.finish(2)
        #expect(isBroken(every.asVoid()))
      }
    }
  }
}
