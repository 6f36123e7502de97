import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@Suite("3.6 Contexts")
struct Contexts {
  private let context = ManualContext()

  @Test func `3.6.1 Without a context, a handler runs on the thread that settles or registers`() {
    let log = Log<ObjectIdentifier>()
    let promise = Promise<Int>()
    let add: @Sendable (Result<Int, any Error>) -> Void = { _ in log.add(currentThread()) }

    promise.observe(add)
    onThread {
      log.add(currentThread())
      promise.resolve(1)
    }
    promise.observe(add)

    #expect(log.entries[0] == log.entries[1])
    #expect(log.entries[2] == currentThread())
  }

  @Test(
    "3.6.2 A handler with a context is passed to the context as a job",
    arguments: Operator.all,
    everyWay
  )
  func clause3_6_2(operation: Operator, way: Way) {
    let calls = Log<Void>()
    let stage = way.settle(
      { operation.settle($0) },
      { operation.onContext($0, context) { calls.add() } }
    )

    #expect(context.count == 1)
    #expect(calls.count == 0)
    #expect(stage.isPending)
    context.runAll()
    #expect(calls.count == 1)
    #expect(stage.isFulfilled || stage.failure is Broken)
  }

  @Test
  func `3.6.3 A handler with a context is passed to it even if the promise is already settled`() {
    let stage = Promise(value: 1).map(on: context) { $0 + 1 }

    #expect(stage.isPending)
    context.runAll()
    #expect(stage.got == 2)
  }

  @Test(
    arguments: Operator.ofValues + Operator.ofErrors,
    everyWay
  )
  func `3.6.4 A handler that does not apply needs no job`(operation: Operator, way: Way) {
    let stage = way.settle(
      { operation.settle($0, runningHandler: false) },
      { operation.onContext($0, context) { Issue.record("The handler ran.") } }
    )

    #expect(context.count == 0)
    #expect(stage.isFulfilled == (operation.ending == .rejected))
    #expect(stage.isFulfilled || stage.failure is Broken)
  }

  @Test("3.6.5 A job that is run twice does nothing the second time", arguments: everyWay)
  func clause3_6_5(way: Way) {
    let log = Log<Int>()
    let stage = way.resolve(1) { $0.map(on: context) { log.add($0) } }

    context.runAllTwice()

    #expect(log.entries == [1])
    #expect(stage.isFulfilled)
  }

  @Test("3.6.5 A job that is run twice does nothing the second time")
  func clause3_6_5_whileTheStageWaits() {
    let (log, returned) = (Log<Int>(), Promise<Int>())
    let stage = Promise(value: 1).flatMap(on: context) { value in
      log.add(value)
      return returned
    }

    context.runAllTwice()
    #expect(log.entries == [1])
    #expect(stage.isPending)
    returned.resolve(2)
    #expect(stage.got == 2)
  }

  @Test(arguments: everyWay)
  func `3.6.6 A context may run a job immediately, late, or on any thread`(way: Way) {
    let manual = ManualContext()
    let stages = way.resolve(1) { promise in
      (
        promise.map(on: InlineContext()) { $0 + 1 },
        promise.map(on: ThreadContext()) { $0 + 1 },
        promise.map(on: manual) { $0 + 1 }
      )
    }

    #expect(stages.0.got == 2)
    #expect(stages.1.got == 2)
    #expect(stages.2.isPending)
    onThread { manual.runAll() }
    #expect(stages.2.got == 2)
  }

  @Test(arguments: everyWay) func `3.6.7 Every dispatch queue is a context`(way: Way) async throws {
    let key = DispatchSpecificKey<Int>()
    let queue = DispatchQueue(label: "context")
    queue.setSpecific(key: key, value: 7)
    let main = Promise(value: 1).map(on: DispatchQueue.main) { _ in isOnMainQueue() }
    let global = Promise(value: 1).map(on: .global()) { $0 }

    let stage = way.resolve(1) { promise in
      promise.map(on: queue) { _ in DispatchQueue.getSpecific(key: key) }
    }

    #expect(try await stage.settled().get() == 7)
    #expect(try await main.settled().get())
    #expect(try await global.settled().get() == 1)
  }
}
