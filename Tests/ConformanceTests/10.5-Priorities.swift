import Pledge
import PledgeTestSupport
import Testing

@Suite("10.5 Priorities", .hangLimit)
struct Priorities {
  /// Work that ends once its task has high priority.
  @Sendable static func work() async throws -> Int {
    while Task.currentPriority < .high {
      try Task.checkCancellation()
      await Task.yield()
    }
    return Int(Task.currentPriority.rawValue)
  }

  private static let high = Int(TaskPriority.high.rawValue)

  /// Returns the outcome for a task of high priority that awaits `future`.
  private static func awaited<Value>(_ future: Future<Value>) async throws -> Value {
    try await Task.detached(priority: .high) { try await future.value }.value
  }

  /// The promises whose tasks have background priority.
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  static var starts: [@Sendable () -> Promise<Int>] {
    [
      { Promise(priority: .background) { try await work() } },
      { Promise(taskNamed: "work", priority: .background) { try await work() } },
      {
        let (promise, resolver) = Promise<Promise<Int>>.pending()
        Task.detached(priority: .background) {
          resolver.resolve(Promise { try await work() })
        }
        return promise.flatten()
      },
      {
        let (promise, resolver) = Promise<Promise<Int>>.pending()
        Task.detached(priority: .background) {
          resolver.resolve(Promise.immediate { try await work() })
        }
        return promise.flatten()
      },
    ]
  }

  @Test("10.5.1 A pending `await` lends the promise the priority of its task", arguments: starts)
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func clause10_5_1(start: @Sendable () -> Promise<Int>) async throws {
    #expect(try await Self.awaited(start()) == Self.high)
    #expect(try await Self.awaited(start().map { $0 }) == Self.high)
  }

  @Test
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `10.5.2 It also lends a higher priority that the task gets while it waits`() async throws {
    let promise = Promise(priority: .background) { try await Self.work() }.map { $0 }
    let isWaiting = Promise<Void>()
    let task = Task.detached(priority: .background) {
      async let value = promise.value
      isWaiting.resolve()
      return try await value
    }
    try await isWaiting.value
    task.escalatePriority(to: .high)
    #expect(try await task.value == Self.high)
  }

  @Test
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `10.5.3 escalatePriority(to:) lends a priority, and a handler lends none`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let seen = Log<TaskPriority>()
    let raised = Promise<Void>()
    resolver.onPriorityEscalated {
      seen.add($0)
      raised.resolve()
    }
    let handled = await Task.detached(priority: .high) { promise.map { $0 } }.value
    handled.escalatePriority(to: .low)
    try await raised.value

    // Nor does a task that awaits the next of several outcomes.
    let next = Task.immediate(priority: .high) {
      var completions = [promise].completions().makeAsyncIterator()
      return await completions.next()?.index
    }

    #expect(promise.explain().contains("with priority \(TaskPriority.low.rawValue),"))
    #expect(seen.entries == [.low])
    withExtendedLifetime(handled) {}
    resolver.resolve(1)
    #expect(await next.value == 0)
  }

  @Test("10.5.4 A promise lends what it was lent to everything it waits for, now or later")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func clause10_5_4() async throws {
    let (gate, resolver) = Promise<Void>.pending()
    resolver.onPriorityEscalated { _ in resolver.resolve() }
    let returned = gate.flatMap { Promise(priority: .background) { try await Self.work() } }
    #expect(try await Self.awaited(returned) == Self.high)

    let chained = Promise<Int>()
    chained.escalatePriority(to: .high)
    chained.chain(after: Promise(priority: .background) { try await Self.work() })
    #expect(try await chained.value == Self.high)
  }

  @Test("10.5.5 An operation that waits for a slot of a queue lends nothing to those that run")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func clause10_5_5() async throws {
    let queue = PromiseQueue()
    let (running, resolver) = Promise<Int>.pending()
    let raised = Log<TaskPriority>()
    resolver.onPriorityEscalated { raised.add($0) }
    let first = queue.add { running }
    let second = queue.add { Promise(priority: .background) { try await Self.work() } }
    second.escalatePriority(to: .high)
    #expect(!running.explain().contains("priority"))
    resolver.resolve(1)

    #expect(try await first.value == 1)
    #expect(try await second.value == Self.high)
    #expect(raised.entries.isEmpty)
  }

  @Test("10.5.6 The task of a promise gets at least the priority that the promise was lent")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func clause10_5_6() async throws {
    let flights = SingleFlight<Int, Int>()
    let load: @Sendable () -> Promise<Int> = {
      Promise(priority: .background) { try await Self.work() }
    }
    let first = flights.value(for: 1, load)
    let second = flights.value(for: 1, load)
    #expect(try await Self.awaited(second) == Self.high)
    #expect(try await first.value == Self.high)
  }

  @Test("10.5.6 The task of a promise gets at least the priority that the promise was lent")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func clause10_5_6_tasks() async throws {
    var promise = Promise(priority: .background) { try await Self.work() }
    for _ in 0..<10_000 {
      let last = promise
      promise = Promise(priority: .background) { try await last.value }
    }
    #expect(try await Self.awaited(promise) == Self.high)
  }

  /// Promises that a raised task may create; their tasks begin with the priority that it had first.
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  static var creations: [@Sendable () -> Promise<Int>] {
    [
      { Promise { try await work() } },
      { Promise.immediate { try await work() } },
      { Promise(value: ()).flatMap { Promise { try await work() } } },
      { retry(max: 2) { try await work() } },
    ]
  }

  @Test(
    "10.5.6 The task of a promise gets at least the priority that the promise was lent",
    arguments: creations
  )
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func clause10_5_6_created(create: @escaping @Sendable () -> Promise<Int>) async throws {
    let promise = Promise(priority: .background) {
      _ = try await Self.work()
      return try await create().map { $0 }.value
    }
    #expect(try await Self.awaited(promise) == Self.high)
  }

  @Test
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `10.5.7 What was lent is not taken back`() async throws {
    let gate = Promise<Void>()
    let promise = gate.flatMap { Promise(priority: .background) { try await Self.work() } }.shared()
    let lent = Promise<Void>()
    let waiter = Task.detached(priority: .high) {
      lent.resolve()
      return try? await promise.value
    }
    try await lent.value
    while !promise.explain().contains("priority \(Self.high)") { await Task.yield() }
    waiter.cancel()
    _ = await waiter.value
    gate.resolve()

    #expect(try await promise.value == Self.high)
  }

  @Test(
    "10.5.8 `onPriorityEscalated` receives the priority that was lent before, and each higher one"
  )
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func clause10_5_8() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    promise.escalatePriority(to: .low)
    let seen = Log<TaskPriority>()
    let (isLow, isHigh) = (Promise<Void>(), Promise<Void>())
    resolver.onPriorityEscalated { priority in
      seen.add(priority)
      if priority == .low { isLow.resolve() }
      if priority == .high { isHigh.resolve() }
    }
    try await isLow.value
    promise.escalatePriority(to: .background)
    promise.escalatePriority(to: .high)
    try await isHigh.value

    #expect(seen.entries == [.low, .high])
    resolver.resolve(1)
  }

  @Test(
    "10.5.8 `onPriorityEscalated` receives the priority that was lent before, and each higher one"
  )
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func clause10_5_8_released() {
    let (promise, resolver) = Promise<Int>.pending()
    let cage = Cage()
    resolver.onPriorityEscalated { [closure = cage.closure()] _ in closure() }
    #expect(cage.living == 1)
    resolver.resolve(1)
    #expect(cage.living == 0)
    withExtendedLifetime(promise) {}
  }

  @Test("10.5.10 A wait for a promise that waits for nothing lends only the first priority")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func clause10_5_10() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task.detached(priority: .background) { try await promise.value }
    let lent = "with priority \(TaskPriority.background.rawValue),"
    while !promise.explain().contains(lent) { await Task.yield() }
    task.escalatePriority(to: .high)

    #expect(promise.explain().contains(lent))
    resolver.resolve(1)
    #expect(try await task.value == 1)
  }

  @Test(
    "10.5.9 Other work keeps its priority, also a task that settles the promise with a resolver"
  )
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func clause10_5_9() async throws {
    let started = Promise<Void>()
    let promise = Promise<Int> { resolver in
      Task.detached(priority: .background) {
        try? await started.value
        resolver.resolve(Int(Task.currentPriority.rawValue))
      }
    }
    promise.escalatePriority(to: .high)
    started.resolve()

    #expect(try await promise.value == Int(TaskPriority.background.rawValue))
  }
}
