import Pledge
import PledgeTestSupport
import Testing

@Suite("13.6 `rescue` with a value")
struct ValueRescue {
  @Test("13.6.1 A reason that meets the condition is passed to the handler", arguments: everyWay)
  func clause13_6_1(way: Way) {
    let log = Log<String>()

    way.reject(Int.self, with: "text") { promise in
      _ = promise.rescue { (reason: String) -> Int in
        log.add(reason)
        return 1
      }
    }

    #expect(log.entries == ["text"])
  }

  @Test("13.6.2 On a rejected promise, the handler is called immediately")
  func clause13_6_2() {
    let stage = Promise<Int>(error: Broken()).rescue { (error: Broken) in error.number + 1 }

    #expect(stage.got == 1)
  }

  @Test(
    "13.6.3 The stage is fulfilled with the value that the handler returns",
    arguments: everyWay
  )
  func clause13_6_3(way: Way) {
    let stage = way.reject(Int.self, with: Broken(number: 4)) { promise in
      promise.rescue { (error: Broken) in "\(error.number)" }
    }

    #expect(stage.got == "4")
  }

  @Test("13.6.4 If the handler throws, the stage is rejected with the error", arguments: everyWay)
  func clause13_6_4(way: Way) {
    let stage: Promise<Int> = way.reject(Int.self, with: "text") { promise in
      promise.rescue { (_: String) -> Int in throw Broken() }
    }

    #expect(stage.failure is Broken)
  }

  @Test(
    "13.6.5 A reason that does not meet the condition rejects the stage",
    arguments: everyWay
  )
  func clause13_6_5(way: Way) {
    let log = Log<String>()
    let error = BrokenObject()
    let (stage, end) = way.reject(Int.self, with: error) { promise in
      let stage: Promise<Int> = promise.rescue { (_: Broken) -> Int in
        log.add("no")
        return 1
      }
      return (stage, stage.rescue { (_: BrokenObject) in 2 })
    }

    #expect(stage.failure as? BrokenObject === error)
    #expect(end.got == 2)
    #expect(log.entries == [])
  }

  @Test("13.6.6 A fulfilled source never leaves the stage pending", arguments: everyWay)
  func clause13_6_6(way: Way) {
    let same = way.resolve(1) { $0.rescue { (_: Broken) in 2 } }
    let optional = way.resolve(1) { promise in
      promise.rescue { (_: Broken) -> Int? in nil }
    }
    let void: Promise<Void> = way.resolve(1) { promise in
      promise.rescue { (_: Broken) throws -> Void in }
    }
    let other = way.resolve(1) { $0.rescue { (_: Broken) in "text" } }

    #expect(same.got == 1)
    #expect(optional.got == .some(.some(1)))
    #expect(void.isFulfilled)
    #expect(other.failure is NothingToRescueError)
  }
}

@Suite("13.7 `rescue` with a promise")
struct PromiseRescue {
  @Test("13.7.1 A reason that meets the condition is passed to the handler", arguments: everyWay)
  func clause13_7_1(way: Way) {
    let log = Log<String>()

    way.reject(Int.self, with: "text") { promise in
      _ = promise.rescue { (reason: String) -> Promise<Int> in
        log.add(reason)
        return Promise(value: 1)
      }
    }

    #expect(log.entries == ["text"])
  }

  @Test("13.7.2 On a rejected promise, the handler is called immediately")
  func clause13_7_2() {
    let stage = Promise<Int>(error: Broken()).rescue { (_: Broken) in Promise(value: 1) }

    #expect(stage.got == 1)
  }

  @Test(
    "13.7.3 The stage settles with the outcome of the promise that the handler returns",
    arguments: everyWay
  )
  func clause13_7_3(way: Way) {
    way.expectAdoption(afterRejection: "text") { source, returned in
      source.rescue { (_: String) in returned }
    }
  }

  @Test("13.7.4 If the handler throws, the stage is rejected with the error", arguments: everyWay)
  func clause13_7_4(way: Way) {
    let stage = way.reject(Int.self, with: "text") { promise in
      promise.rescue { (_: String) -> Promise<Int> in throw Broken() }
    }

    #expect(stage.failure is Broken)
  }

  @Test(
    "13.7.5 A reason that does not meet the condition rejects the stage",
    arguments: everyWay
  )
  func clause13_7_5(way: Way) {
    let log = Log<String>()
    let error = BrokenObject()
    let stage = way.reject(Int.self, with: error) { promise in
      promise.rescue { (_: Broken) -> Promise<Int> in
        log.add("no")
        return Promise(value: 1)
      }
    }

    #expect(stage.failure as? BrokenObject === error)
    #expect(log.entries == [])
  }

  @Test("13.7.6 A fulfilled source never leaves the stage pending", arguments: everyWay)
  func clause13_7_6(way: Way) {
    let same = way.resolve(1) { $0.rescue { (_: Broken) in Promise(value: 2) } }
    let void = way.resolve(1) { $0.rescue { (_: Broken) in Promise(value: ()) } }
    let other = way.resolve(1) { $0.rescue { (_: Broken) in Promise(value: "text") } }

    #expect(same.got == 1)
    #expect(void.isFulfilled)
    #expect(other.failure is NothingToRescueError)
  }

  @Test("13.7.7 `rescue(async:)` is the same operator under its own name", arguments: everyWay)
  func clause13_7_7(way: Way) {
    let rescued = way.reject(Int.self, with: "text") { promise in
      promise.rescue(async: { (_: String) in Promise(value: 2).map { $0 } })
    }
    let passed = way.reject(Int.self, with: Broken()) { promise in
      promise.rescue(async: { (_: String) in Promise(value: 2) })
    }
    let threw = way.reject(Int.self, with: "text") { promise in
      promise.rescue(async: { (_: String) -> Future<Int> in throw Broken() })
    }
    let fulfilled = way.resolve(1) { $0.rescue(async: { (_: Broken) in Promise(value: 2) }) }

    #expect(rescued.got == 2)
    #expect(passed.failure is Broken)
    #expect(threw.failure is Broken)
    #expect(fulfilled.got == 1)
  }
}
