import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@Suite("3.6 Contexts")
struct Contexts {
  @Test("3.6.1 Without a context, a handler runs on the thread that settles or registers")
  func clause3_6_1() {
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

  @Test("3.6.2 A handler with a context is passed to the context as a job", arguments: everyWay)
  func clause3_6_2(way: Way) {
    let context = ManualContext()
    let log = Log<String>()

    let stages = way.resolve(1) { everyValueOperator(of: $0, on: context, log) }
    let others = way.reject(Int.self, with: Broken()) {
      everyErrorOperator(of: $0, on: context, log)
    }

    #expect(log.entries == [])
    #expect(context.count == operatorNames.count)
    #expect((stages + others).allSatisfy { $0.isPending })
    context.runAll()
    #expect(log.entries == operatorNames)
    #expect((stages + others).allSatisfy { $0.result != nil })
  }

  @Test("3.6.3 A handler with a context is passed to it even if the promise is already settled")
  func clause3_6_3() {
    let context = ManualContext()
    let stage = Promise(value: 1).map(on: context) { $0 + 1 }

    #expect(stage.isPending)
    context.runAll()
    #expect(stage.got == 2)
  }

  @Test("3.6.4 A handler that does not apply needs no job", arguments: everyWay)
  func clause3_6_4(way: Way) {
    let context = ManualContext()
    let log = Log<String>()

    let rejected = way.reject(Int.self, with: Broken()) { promise in
      [
        promise.map(on: context) { $0 },
        promise.flatMap(on: context) { Promise(value: $0) },
        promise.tap(on: context) { _ in log.add("tap") },
      ]
    }
    let fulfilled = way.resolve(1) { everyErrorOperator(of: $0, on: context, log) }

    #expect(context.count == 0)
    #expect(rejected.allSatisfy { $0.failure is Broken })
    #expect(fulfilled.allSatisfy { $0.got == 1 })
  }

  @Test("3.6.5 A job that is run twice does nothing the second time", arguments: everyWay)
  func clause3_6_5(way: Way) {
    let context = ManualContext()
    let log = Log<Int>()
    let stage = way.resolve(1) { $0.map(on: context) { log.add($0) } }

    context.runAllTwice()

    #expect(log.entries == [1])
    #expect(stage.isFulfilled)
  }

  @Test("3.6.5 A job that is run twice does nothing the second time")
  func clause3_6_5_whileTheStageWaits() {
    let context = ManualContext()
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

  @Test("3.6.6 A context may run a job immediately, late, or on any thread", arguments: everyWay)
  func clause3_6_6(way: Way) {
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

  @Test("3.6.7 Every dispatch queue is a context", arguments: everyWay)
  func clause3_6_7(way: Way) async throws {
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

/// The entries that `everyValueOperator` and `everyErrorOperator` log, in order.
private let operatorNames = [
  "map", "flatMap", "tap", "ensure", "observe", "mapResult", "flatMapResult", "mapError", "recover",
  "flatMapError", "catch",
]

/// Returns a stage by each operator whose handler runs when the promise is fulfilled.
private func everyValueOperator(
  of promise: Promise<Int>,
  on context: some ExecutionContext,
  _ log: Log<String>
) -> [Promise<Int>] {
  [
    promise.map(on: context) { value in
      log.add("map")
      return value
    },
    promise.flatMap(on: context) { value in
      log.add("flatMap")
      return Promise(value: value)
    },
    promise.tap(on: context) { _ in log.add("tap") },
    promise.ensure(on: context) { log.add("ensure") },
    promise.observe(on: context) { _ in log.add("observe") },
    promise.mapResult(on: context) { _ in
      log.add("mapResult")
      return 4
    },
    promise.flatMapResult(on: context) { _ in
      log.add("flatMapResult")
      return Promise(value: 5)
    },
  ]
}

/// Returns a stage by each operator whose handler runs only when the promise is rejected.
private func everyErrorOperator(
  of promise: Promise<Int>,
  on context: some ExecutionContext,
  _ log: Log<String>
) -> [Promise<Int>] {
  [
    promise.mapError(on: context) { error in
      log.add("mapError")
      return error
    },
    promise.recover(on: context) { _ in
      log.add("recover")
      return 2
    },
    promise.flatMapError(on: context) { _ in
      log.add("flatMapError")
      return Promise(value: 3)
    },
    promise.catch(on: context) { _ in log.add("catch") },
  ]
}
