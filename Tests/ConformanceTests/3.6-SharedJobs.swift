import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@Suite("3.6 Shared jobs")
struct SharedJobs {
  private let context = SharingContext()
  private let log = Log<String>()

  @Test(
    "3.6.8 A job also runs the next handler if that one is on the same context",
    arguments: everyWay
  )
  func clause3_6_8(way: Way) {
    let last = way.resolve(1) { promise in
      promise.map(on: context) { log.add("map", $0) }
        .flatMap(on: context) { Promise(value: log.add("flatMap", $0)) }
        .observe(on: context) { _ in log.add("observe") }
        .tap(on: context) { _ in throw Broken() }
        .recover(on: context) { _ in log.add("recover", 1) }
        .ensure(on: context) { log.add("ensure") }
    }
    #expect(context.count == 1)
    context.runNext()

    #expect(log.entries == ["map", "flatMap", "observe", "recover", "ensure"])
    #expect(last.isFulfilled)
    #expect(context.count == 0)
  }

  @Test("3.6.8 A job also runs the next handler if that one is on the same context")
  func clause3_6_8_queue() async throws {
    let queue = DispatchQueue(label: "shared")
    let source = Promise<Int>()
    let first = source.map(on: queue) { value in
      queue.async { log.add("other") }
      return log.add("first", value)
    }
    let last = first.map(on: queue) { log.add("second", $0) }
    source.resolve(1)
    _ = try await last.settled().get()
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }

    #expect(log.entries == ["first", "second", "other"])
  }

  @Test("3.6.8 A job also runs the next handler if that one is on the same context")
  func clause3_6_8_queues() async throws {
    let key = DispatchSpecificKey<String>()
    let queue = { @Sendable (label: String) in
      let queue = DispatchQueue(label: label)
      queue.setSpecific(key: key, value: label)
      return queue
    }
    for _ in 0..<20 {
      // Each queue is only referred to by its jobs, so the next one may have its address.
      let first = Promise(value: 1).map(on: queue("a")) { _ in DispatchQueue.getSpecific(key: key) }
      let last = first.map(on: queue("b")) { [$0, DispatchQueue.getSpecific(key: key)] }
      #expect(try await last.value == ["a", "b"])
    }
  }

  @Test("3.6.8 A job also runs the next handler if that one is on the same context")
  func clause3_6_8_otherwise() {
    let other = SharingContext()
    let source = Promise(value: 1)
    let elsewhere = source.map(on: context) { $0 }.map(on: other) { $0 }
    #expect(context.runAll() == 1)
    #expect(elsewhere.isPending)

    let shared = source.map(on: context) { $0 }
    let stages = [shared.map(on: context) { $0 }, shared.map(on: context) { $0 }]
    context.runNext()
    #expect(stages.allSatisfy { $0.isPending })
    #expect(context.runAll() == 2)
  }

  @Test("3.6.8 A job also runs the next handler if that one is on the same context")
  func clause3_6_8_between() {
    let last = Promise(value: 1)
      .map(on: context) { log.add("first", $0) }
      .map { log.add("between", $0) }
      .asVoid()
      .observe(on: context) { _ in log.add("last") }

    context.runNext()
    #expect(log.entries == ["first", "between", "last"])
    #expect(last.isFulfilled && context.count == 0)
  }

  @Test("3.6.8 A job also runs the next handler if that one is on the same context")
  func clause3_6_8_newcomer() {
    let first = Promise(value: 1).map(on: context) { log.add("first", $0) }
    let between = first.tap { _ in first.observe { _ in log.add("newcomer") } }
    between.observe(on: context) { _ in log.add("last") }

    context.runNext()
    #expect(log.entries == ["first", "newcomer"])
    #expect(context.runAll() == 1)
  }

  @Test("3.6.8 A job also runs the next handler if that one is on the same context")
  func clause3_6_8_pending() {
    let inner = Promise<Int>()
    let first = Promise(value: 1).flatMap(on: context) { _ in inner }
    first.observe(on: context) { _ in log.add("last") }

    #expect(context.runAll() == 1)
    inner.resolve(2)
    #expect(log.entries.isEmpty)
    #expect(context.runAll() == 1)
  }

  @Test("3.6.9 A job runs up to 16 handlers", arguments: everyWay)
  func clause3_6_9(way: Way) {
    let last = way.resolve(0) { promise in
      var stage = promise.map { $0 }
      for _ in 0..<40 { stage = stage.map(on: context) { log.add("handler", $0 + 1) } }
      return stage
    }

    var counts: [Int] = []
    while context.runNext() { counts.append(log.count) }
    #expect(counts == [16, 32, 40])
    #expect(last.got == 40)
  }

  @Test("3.6.9 A job runs up to 16 handlers")
  func clause3_6_9_passing() {
    var stage = Promise(value: 0).map(on: context) { _ -> Int in throw Broken() }
    for _ in 0..<40 { stage = stage.map(on: context) { log.add("skipped", $0) } }
    let last = stage.recover(on: context) { _ in log.add("recover", 1) }

    #expect(context.runAll() == 1)
    #expect(log.entries == ["recover"])
    #expect(last.isFulfilled)
  }

  @Test("3.6.10 A context without an `executionIdentity` runs each handler as a separate job")
  func clause3_6_10() {
    let manual = ManualContext()
    let source = Promise(value: 1)
    let manually = source.map(on: manual) { $0 }.map(on: manual) { $0 }
    let separately =
      source.map(on: context.separateJobs) { $0 }.map(on: context.separateJobs) { $0 }
    let half = source.map(on: context) { $0 }.map(on: context.separateJobs) { $0 }

    manual.runNext()
    #expect(manually.isPending && manual.count == 1)
    manual.runAll()
    #expect(manually.isFulfilled)

    #expect(context.count == 2)
    context.runNext()
    context.runNext()
    #expect(separately.isPending && half.isPending && context.count == 2)
    #expect(context.runAll() == 2)
    #expect(separately.isFulfilled && half.isFulfilled)
  }

  @Test("3.6.10 A context without an `executionIdentity` runs each handler as a separate job")
  func clause3_6_10_mainActor() async throws {
    let last = Promise<Int>()
    let first = last.map(on: MainActor.shared) { value in
      DispatchQueue.main.async { log.add("other") }
      return log.add("first", value)
    }
    let done = first.map(on: MainActor.shared) { log.add("last", $0) }
    last.resolve(1)
    _ = try await done.value
    #expect(log.entries == ["first", "other", "last"])
  }

  @Test func `3.6.11 A handler that shares a job delays no other consumer of its source`() {
    let source = Promise(value: 1)
    let first = source.map(on: context) { log.add("first", $0) }
    let second = first.map(on: context) { value in
      first.observe { _ in log.add("immediate") }
      first.observe(on: context) { _ in log.add("later") }
      return log.add("second", value)
    }

    context.runNext()
    #expect(log.entries == ["first", "immediate", "second"])
    #expect(second.isFulfilled)
    #expect(context.runAll() == 1)
    #expect(log.entries.last == "later")
  }

  @Test("3.6.8 A job also runs the next handler if that one is on the same context")
  func clause3_6_8_nested() {
    let other = Promise<Int>()
    other.observe(on: context) { _ in log.add("other") }
    let first = Promise(value: 1).map(on: context) { value in
      other.resolve(1)
      return log.add("first", value)
    }
    first.observe { _ in
      Promise(value: 2).observe(on: context) { _ in log.add("nested") }
      log.add("consumer")
    }

    context.runNext()
    #expect(log.entries == ["first", "consumer"])
    #expect(context.runAll() == 2)
  }
}

extension Log<String> {
  /// Adds `entry`.
  ///
  /// - Returns: `value`.
  fileprivate func add(_ entry: String, _ value: Int) -> Int {
    add(entry)
    return value
  }
}
