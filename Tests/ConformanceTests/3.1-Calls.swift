import Pledge
import PledgeTestSupport
import Testing

@Suite("3.1 Calls")
struct Calls {
  @Test(arguments: everyWay)
  func `3.1.1 A handler is called after its promise has settled, with the outcome`(way: Way) {
    let log = Log<String>()

    way.resolve(1) { $0.observe { log.add("\($0)") } }
    way.reject(Int.self, with: Broken(number: 2)) { $0.catch { log.add("\($0)") } }

    #expect(log.entries == ["success(1)", "Broken(number: 2)"])
  }

  @Test(arguments: everyWay)
  func `3.1.2 The promise is settled by the time its first handler runs`(way: Way) {
    let log = Log<Int?>()

    way.resolve(1) { promise in
      promise.observe { _ in log.add(promise.got) }
    }

    #expect(log.entries == [1])
  }

  @Test(
    "3.1.3 A handler is called at most once, and then released with everything it captured",
    arguments: everyWay
  )
  func clause3_1_3(way: Way) {
    let cage = Cage(weight: 0)
    let log = Log<Int>()
    let stage = way.resolve(1) { promise in
      let stage = promise.map { [life = cage.canary()] value in
        withExtendedLifetime(life) { log.add(value) }
      }
      return (promise, stage)
    }

    stage.0.resolve(2)

    #expect(log.entries == [1])
    #expect(cage.living == 0)
    #expect(stage.1.isFulfilled)
  }
}

@Suite("3.2 Immediacy", .hangLimit)
struct Immediacy {
  private let log = Log<String>()

  @Test
  func `3.2.1 On a settled promise, an immediate handler runs before its registration returns`() {
    let promise = Promise<Int>()
    promise.observe { _ in log.add("earlier") }
    promise.resolve(1)

    promise.observe { _ in log.add("fulfilled") }
    log.add("registered")
    Promise<Int>(error: Broken()).catch { _ in log.add("rejected") }
    log.add("registered")

    #expect(log.entries == ["earlier", "fulfilled", "registered", "rejected", "registered"])
  }

  @Test
  func `3.2.2 While another thread runs handlers of the promise, a new one is added after them`() {
    let gate = Gate()
    let promise = Promise<Int>()
    promise.observe { _ in
      gate.pass()
      log.add("first")
    }
    promise.observe { _ in log.add("second") }
    let settler = Spawned { promise.resolve(1) }
    gate.waitForArrival()

    promise.observe { _ in log.add("third") }

    #expect(log.entries == [])
    gate.open()
    settler.join()
    #expect(log.entries == ["first", "second", "third"])
  }

  @Test("3.2.3 While this thread runs handlers further up its stack, a new one is added after them")
  func clause3_2_3() {
    let promise = Promise<Int>()
    promise.observe { _ in
      promise.observe { _ in log.add("third") }
      log.add("first")
    }
    promise.observe { _ in log.add("second") }

    promise.resolve(1)

    #expect(log.entries == ["first", "second", "third"])
  }

  @Test
  func `3.2.4 A handler that runs inside its own registration does not delay other handlers`() {
    let promise = Promise(value: 1)

    promise.observe { _ in
      promise.observe { _ in log.add("inner") }
      log.add("outer")
    }

    #expect(log.entries == ["inner", "outer"])
  }

  @Test
  func `3.2.5 Registrations on other threads cannot keep a thread running handlers indefinitely`() {
    let gate = Gate()
    let log = Log<Int>()
    let (isBack, isOver) = (Locked(false), Locked(false))
    let (last, served) = (Locked(0), Locked(0))
    let promise = Promise<Int>()
    promise.observe { _ in gate.pass() }
    let settlingThread = Locked<ObjectIdentifier?>(nil)
    @Sendable func register() {
      last.withLock { $0 += 1 }
      let number = last.value
      promise.observe { _ in
        log.add(number)
        served.withLock { $0 += 1 }
        guard currentThread() == settlingThread.value else { return }
        // Wait until others have been registered, so that this thread never runs out of handlers.
        while last.value - number < 50, !isOver.value { yieldThread() }
      }
    }
    let settler = Spawned {
      settlingThread.value = currentThread()
      promise.resolve(1)
      isBack.withLock { $0 = true }
    }
    gate.waitForArrival()
    for _ in 0..<100 { register() }
    gate.open()

    // Register in batches, so that one coincides with an offer to take over; at most 300 wait.
    while !isBack.value, !Task.isCancelled {
      if last.value - served.value < 200 {
        for _ in 0..<100 { register() }
      } else {
        yieldThread()
      }
    }

    #expect(isBack.value)
    isOver.withLock { $0 = true }
    settler.join()
    #expect(log.entries == Array(1...last.value))
  }
}

@Suite("3.4 Nesting")
struct Nesting {
  @Test func `3.4.1 Up to 48 handlers nest on one thread`() {
    let nested = Locked((now: 0, most: 0))
    onThread {
      nest(100) { _, body in
        nested.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        body()
        nested.withLock { $0.now -= 1 }
      }
    }

    #expect(nested.value.most == 48)
    #expect(nested.value.now == 0)
  }

  @Test func `3.4.2 A handler beyond that depth runs right after the outermost one has returned`() {
    let threads = Log<ObjectIdentifier>()
    let log = Log<String>()
    onThread {
      nest(100) { level, body in
        threads.add(currentThread())
        if level == 49 { log.add("forty-ninth runs") }
        body()
        if level == 1 { log.add("outermost returns") }
      }
      log.add("control is back")
    }

    #expect(log.entries == ["outermost returns", "forty-ninth runs", "control is back"])
    #expect(threads.entries.count == 100)
    #expect(Set(threads.entries).count == 1)
  }

  @Test func `3.4.5 Handlers beyond that depth do not block other threads`() {
    let log = Log<String>()
    let seen = Log<[String]>()
    let config = Promise(value: 1)
    onThread {
      nested(48) {
        config.observe { _ in log.add("registered past the limit") }
        onThread { config.observe { _ in log.add("registered by another thread") } }
        seen.add(log.entries)
      }
    }

    let both = ["registered past the limit", "registered by another thread"]
    #expect(seen.entries == [both])
    #expect(log.entries == both)
  }

  @Test(arguments: Derivation.starters)
  func `3.4.6 Closures that start work nest like handlers`(starter: Derivation) {
    let nested = Locked((now: 0, most: 0, all: 0))
    @Sendable func start(_ rest: Int) {
      if rest == 0 { return }
      starter.derive {
        nested.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) }
        start(rest - 1)
        nested.withLock { $0.now -= 1 }
        return Promise(value: 1)
      }.observe { _ in }
    }
    onThread { start(200) }

    #expect((2...48).contains(nested.value.most))
    #expect(nested.value.all == 200)
  }

  @Test(
    "3.4.7 A start beyond that depth does not happen if it is no longer needed",
    arguments: Derivation.starters
  )
  func clause3_4_7(starter: Derivation) {
    let log = Log<Bool>()
    onThread {
      nested(48) {
        let late = starter.derive {
          log.add(true)
          return Promise<Int>()
        }
        late.observe { _ in }.discard()
      }
    }

    #expect(log.entries.isEmpty)
  }
}

/// Calls `around` with the level of each of `levels` handlers, each registered by the previous one.
func nest(
  _ levels: Int,
  from level: Int = 1,
  _ around: @escaping @Sendable (_ level: Int, _ body: () -> Void) -> Void
) {
  guard level <= levels else { return }
  Promise(value: 0).observe { _ in
    around(level) { nest(levels, from: level + 1, around) }
  }
}
