import Dispatch
import Foundation
import PledgePromiseKit
import TestSupport
import Testing

extension PromiseKitTests {
  @Suite struct When {
    @Test func `an empty array fulfills immediately`() {
      #expect(when(fulfilled: [Promise<Int>]()).value == [])
      #expect(when(fulfilled: [Promise<Void>]()).isFulfilled)
      #expect(when(guarantees: [Guarantee<Int>]()).value == [])
      #expect(when(guarantees: [Guarantee<Void>]()).isFulfilled)
      #expect(when(resolved: [Promise<Int>]()).value?.isEmpty == true)
    }

    @Test func `tuples and void are distinguished by the result type`() {
      let (p, q, r) = (Promise(), Promise(), Promise())
      let tuple: Promise<(Void, Void, Void)> = when(fulfilled: p, q, r)
      let void: Promise<Void> = when(fulfilled: p, q, r)
      let array: Promise<[Void]> = when(fulfilled: [p, q, r])
      #expect(tuple.isFulfilled && void.isFulfilled && array.value?.count == 3)
    }

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

    @Test func `outcomes are in the order of the promises, and arrive synchronously`() {
      let seen = Log<String>()
      when(resolved: Promise.value(1), Promise(error: Problem.first), Promise.value(3))
        .done(on: nil) { outcomes in
          for outcome in outcomes { seen.add("\(outcome.isFulfilled)") }
        }
      #expect(seen.entries == ["true", "false", "true"])
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
    @Test func `the first to settle wins, in the order given if several have`() {
      #expect(race(Promise.value(1), Promise.value(2)).value == 1)
      #expect(problem(race(Promise<Int>(error: Problem.first), .value(2)).error) == .first)
      let (slow, seal) = Promise<Int>.pending()
      #expect(race([slow, .value(3)]).value == 3)
      #expect(race(Guarantee.value(1), Guarantee.value(2)).value == 1)
      seal.fulfill(0)
    }

    @Test func `the first value wins over rejections before it`() {
      let failed = Promise<Int>(error: Problem.first)
      #expect(race(fulfilled: [failed, .value(2)]).value == 2)
      #expect("\(race(fulfilled: [failed, failed]))".contains("race(fulfilled:)"))
      guard case PMKError.noWinner? = race(fulfilled: [failed, failed]).error else {
        return #expect(Bool(false))
      }
    }

    @Test func `a race without promises is bad input, and one without guarantees never ends`() {
      let single: (Promise<Int>...) -> Promise<Int> = race
      guard case PMKError.badInput? = race([Promise<Int>]()).error,
        case PMKError.badInput? = race(fulfilled: [Promise<Int>]()).error,
        case PMKError.badInput? = single().error
      else { return #expect(Bool(false)) }
      let log = logged {
        let never: Guarantee<Int> = race()
        #expect(never.isPending)
      }
      #expect(log == ["pendingGuaranteeDeallocated"])
    }
  }

  @Suite struct Concurrently {
    @Test func `exactly the limit is outstanding, and values are in order`() throws {
      let works = Works(count: 6)
      let all = when(fulfilled: works, concurrently: 3)
      #expect(works.started == 3)
      works.finish(1)
      #expect(works.started == 4)
      for index in [0, 2, 3, 4, 5] { works.finish(index) }
      #expect(all.value == Array(0..<6))
    }

    @Test func `a rejection stops the generator of values, but not that of outcomes`() {
      let (values, outcomes) = (Works(count: 3), Works(count: 3))
      let all = when(fulfilled: values, concurrently: 1)
      let every = when(resolved: outcomes, concurrently: 1)
      for works in [values, outcomes] {
        works.finish(0)
        works.finish(1, with: Problem.first)
      }
      #expect(problem(all.error) == .first && values.started == 2)
      outcomes.finish(2)
      #expect(every.value?.map(\.isFulfilled) == [true, false, true])
    }

    @Test func `a limit of zero is bad input, and does not call the generator`() {
      let works = Works(count: 3)
      guard case PMKError.badInput? = when(fulfilled: works, concurrently: 0).error,
        case .rejected(PMKError.badInput)? = when(resolved: works, concurrently: -1).value?.first
      else { return #expect(Bool(false)) }
      #expect(works.started == 0)
    }

    @Test func `an empty generator fulfills immediately, and guarantees are accepted`() {
      #expect(when(fulfilled: Works(count: 0), concurrently: 2).value == [])
      let guarantees = [Guarantee.value(1), .value(2)].makeIterator()
      #expect(when(fulfilled: guarantees, concurrently: 1).value == [1, 2])
    }
  }
}
