import PledgePromiseKit
import TestSupport
import Testing

extension PromiseKitTests {
  /// A broken member of a combination counts as pending.
  @Suite struct BrokenMembers {
    @Test func `another member still rejects the whole`() {
      logged {
        let (slow, seal) = Promise<Int>.pending()
        let (void, end) = Promise<Void>.pending()
        let wholes: [any Thenable] = [
          when(fulfilled: [Promise { _ in }, slow, Promise { _ in }]),
          when(fulfilled: Promise<String> { _ in }, slow),
          when(fulfilled: [Promise { _ in }, void]),
          when(fulfilled: [Promise<String> { _ in }, slow] as [any Thenable]),
          race([Promise { _ in }, slow]),
        ]
        #expect(wholes.allSatisfy { $0.isPending })
        seal.reject(Problem.first)
        end.reject(Problem.first)
        #expect(wholes.allSatisfy { problem($0.error) == .first })
      }
    }

    @Test func `a member that breaks after the combination was made counts as pending, too`() {
      logged {
        var broken: (promise: Promise<Int>, resolver: Resolver<Int>)? = Promise<Int>.pending()
        let (slow, seal) = Promise<Int>.pending()
        let members = [broken?.promise ?? slow, slow]
        let (all, first) = (when(fulfilled: members), race(members))
        let value = race(fulfilled: members)
        broken = nil
        #expect(all.isPending && first.isPending && value.isPending)
        seal.fulfill(2)
        #expect(isBroken(all))
        #expect(first.value == 2 && value.value == 2)
      }
    }

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

    @Test func `a race continues with the other members`() {
      logged {
        let (slow, resolve) = Guarantee<Int>.pending()
        let sure = race(Guarantee { _ in }, slow)
        let promise: Promise<Int> = race([Guarantee { _ in }, slow])
        let value = race(fulfilled: [Guarantee { _ in }, slow])
        resolve(1)
        #expect(sure.value == 1 && promise.value == 1 && value.value == 1)
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
