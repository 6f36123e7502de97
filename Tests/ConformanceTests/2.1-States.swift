import Pledge
import PledgeTestSupport
import Testing

@Suite("2.1, 2.2 States and settling explicitly")
struct States {
  @Test(arguments: everyWay)
  func `2.1.1 A promise is pending until it is fulfilled or rejected`(way: Way) {
    #expect(Promise<Int>().isPending)
    #expect(way.resolve(1) { $0 }.isFulfilled)
    #expect(way.reject(Int.self, with: Broken()) { $0.ignored() }.isRejected)
  }

  @Test(arguments: everyWay) func `2.1.2 A fulfilled promise stays fulfilled`(way: Way) {
    way.expectNoEffect { promise in
      promise.reject(Broken())
      promise.discard()
    }
  }

  @Test(arguments: everyWay) func `2.1.3 The value of a fulfilled promise never changes`(way: Way) {
    let thing = Thing()
    let seen = Log<Thing?>()
    let promise = way.resolve(thing) { promise in
      promise.observe { seen.add(try? $0.get()) }
      return promise
    }

    promise.resolve(Thing())
    promise.observe { seen.add(try? $0.get()) }

    #expect(promise.got === thing)
    #expect(seen.entries.count == 2)
    #expect(seen.entries.allSatisfy { $0 === thing })
  }

  @Test(arguments: everyWay) func `2.1.4 A rejected promise stays rejected`(way: Way) {
    way.expectNoEffect { promise in
      promise.resolve(2)
      promise.discard()
    }
  }

  @Test(arguments: everyWay) func `2.1.5 The reason of a rejected promise never changes`(way: Way) {
    let error = BrokenObject()
    let seen = Log<(any Error)?>()
    let promise = way.reject(Int.self, with: error) { promise in
      promise.catch { seen.add($0) }
      return promise
    }

    promise.reject(BrokenObject())
    promise.catch { seen.add($0) }

    #expect(promise.failure as? BrokenObject === error)
    #expect(seen.entries.count == 2)
    #expect(seen.entries.allSatisfy { $0 as? BrokenObject === error })
  }

  @Test func `2.1.6 The state can be read at any time, without waiting`() {
    let gate = Gate()
    let promise = Promise<Int>()
    promise.observe { _ in gate.pass() }
    #expect(states(of: promise) == [true, false, false])
    #expect(promise.result == nil)

    let settler = Spawned { promise.resolve(1) }
    gate.waitForArrival()

    #expect(states(of: promise) == [false, true, false])
    #expect(promise.got == 1)
    gate.open()
    settler.join()
    #expect(states(of: Promise<Int>(error: Broken()).ignored()) == [false, false, true])
  }

  @Test
  func `2.1.7 The description of a promise states whether it is pending, fulfilled, or rejected`() {
    let line = #line + 1
    let pending = Promise<Int>()
    let rejected = Promise<Int>(error: Broken(number: 2)).ignored()

    #expect("\(pending)" == "Promise<Int>(pending)")
    #expect("\(Promise(value: 1))" == "Promise<Int>(fulfilled: 1)")
    #expect("\(rejected)" == "Promise<Int>(rejected: Broken(number: 2))")
    let place = "(pending) from ConformanceTests/2.1-States.swift:\(line)"
    #expect(pending.debugDescription == "Promise<Int>\(place)")
    #expect(pending.map { "\($0)" }.debugDescription == "Promise<String>\(place)")
  }

  private func states(of future: Future<Int>) -> [Bool] {
    #expect(future.isSettled != future.isPending)
    return [future.isPending, future.isFulfilled, future.isRejected]
  }
}

extension States {
  @Test func `2.2.1 resolve fulfills a pending promise`() {
    let promise = Promise<Int>()

    promise.resolve(1)

    #expect(promise.got == 1)
  }

  @Test(arguments: everyWay) func `2.2.2 resolve has no effect on a settled promise`(way: Way) {
    way.expectNoEffect { $0.resolve(2) }
  }

  @Test func `2.2.3 reject rejects a pending promise`() {
    let promise = Promise<Int>()

    promise.reject(Broken())

    #expect(promise.failure is Broken)
  }

  @Test(arguments: everyWay) func `2.2.4 reject has no effect on a settled promise`(way: Way) {
    way.expectNoEffect { $0.reject(Broken(number: 2)) }
  }

  @Test func `2.2.5 A promise of Void is resolved without an argument`() {
    let promise = Promise<Void>()
    let (other, resolver) = Promise<Void>.pending()

    promise.resolve()

    #expect(promise.isFulfilled)
    #expect(resolver.resolve())
    #expect(other.isFulfilled)
  }

  @Test("2.2.6 `settle(with:)` resolves with the value of a result, or rejects with its error")
  func clause2_2_6() throws {
    let (fulfilled, rejected) = (Promise<Int>(), Promise<Int>())

    fulfilled.settle(with: .success(1))
    fulfilled.settle(with: .failure(Broken()))
    rejected.settle(with: .failure(Broken()))
    rejected.settle(with: .success(1))

    #expect(try fulfilled.result?.get() == 1)
    #expect(throws: Broken()) { try rejected.result?.get() }
  }
}
