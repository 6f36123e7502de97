import Pledge
import PledgeTestSupport
import Testing

@Suite("3.5 No locks")
struct NoLocks {
  @Test(arguments: everyWay)
  func `3.5.1 A handler may register with, settle, and discard any promise`(way: Way) {
    let log = Log<String>()
    let resolved = Promise<Int>()
    let discarded = Promise<Int>()
    let chained = Promise<Int>()

    way.resolve(1) { promise in
      let sibling = promise.map { $0 }
      promise.observe { _ in
        resolved.resolve(2)
        discarded.discard()
        sibling.discard()
        chained.chain(after: promise)
        promise.map { $0 + 10 }.observe { log.add("\($0)") }
        resolved.observe { log.add("\($0)") }
      }
    }

    #expect(resolved.got == 2)
    #expect(discarded.isDiscarded)
    #expect(chained.got == 1)
    #expect(Set(log.entries) == ["success(11)", "success(2)"])
  }

  @Test(arguments: everyWay)
  func `3.5.2 A handler that settles or discards its own promise has no effect on it`(way: Way) {
    let log = Log<Int?>()
    let promise = way.resolve(1) { promise in
      promise.observe { _ in
        promise.resolve(2)
        promise.reject(Broken())
        promise.discard()
      }
      promise.observe { log.add(try? $0.get()) }
      return promise
    }

    #expect(promise.got == 1)
    #expect(log.entries == [1])
  }

  @Test func `3.5.3 While a handler runs, other threads may use its promise`() {
    let gate = Gate()
    let promise = Promise<Int>()
    promise.observe { _ in gate.pass() }
    let settler = Spawned { promise.resolve(1) }
    gate.waitForArrival()

    let stage = promise.map { $0 }
    promise.resolve(2)
    stage.discard()
    promise.discard()

    #expect(promise.got == 1)
    #expect(stage.isDiscarded)
    gate.open()
    settler.join()
  }

  @Test func `3.5.4 The deinitializer of a value or of a captured object may use any promise`() {
    let byValue = Promise<Int>()
    let byCapture = Promise<Int>()
    let source = Promise<Int>()
    do {
      let value = Life { byValue.resolve(1) }
      _ = Promise(value: value).map { $0 }
    }
    let stage = source.map { [life = releasing(byCapture, with: source)] value in
      withExtendedLifetime(life) { value }
    }

    stage.discard()

    #expect(byValue.got == 1)
    #expect(byCapture.got == 2)
    #expect(stage.isDiscarded)
    #expect(source.isPending)
  }

  @Test func `3.5.5 Discard blocks and contexts may use any promise, their own included`() {
    let log = Log<String>()
    let own = Locked<Promise<Int>?>(nil)
    let promise = Promise<Int>(discard: {
      own.value?.catch { log.add("\($0 is DiscardedError)") }
      own.value?.resolve(1)
      own.value?.discard()
    })
    own.value = promise
    let settled = Promise(value: 1)
    settled.observe(on: MeddlingContext(promise: settled, log: log)) { log.add("\($0)") }

    promise.discard()

    #expect(promise.isDiscarded)
    #expect(log.entries == ["meddled", "success(1)", "true"])
    own.value = nil
  }

  private func releasing(_ promise: Promise<Int>, with source: Promise<Int>) -> Life {
    Life {
      source.map { $0 }.discard()
      promise.resolve(2)
    }
  }
}

/// A context that uses the promise whose handler it is about to run.
private struct MeddlingContext: ExecutionContext {
  let promise: Promise<Int>
  let log: Log<String>

  func run(_ work: @escaping @Sendable () -> Void) {
    promise.map { $0 }.observe { [log] _ in log.add("meddled") }
    promise.discard()
    work()
  }
}
