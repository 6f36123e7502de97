import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct TaskPromisesTests {
  private enum Locals {
    @TaskLocal static var number = 0
  }

  enum Kind: CaseIterable, Sendable {
    case named, prioritized, immediate

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    func promise<Value>(
      for operation: @escaping @Sendable () async throws -> Value
    ) -> Promise<Value> {
      switch self {
      case .named: Promise(taskNamed: "test") { try await operation() }
      case .prioritized: Promise(priority: .high) { try await operation() }
      case .immediate: .immediate(operation)
      }
    }
  }

  @Test(arguments: Kind.allCases)
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `a discard cancels the task`(kind: Kind) async throws {
    let (hasBegun, isCanceled, never) = (Promise<Void>(), Promise<Bool>(), Promise<Int>())
    let promise = kind.promise {
      hasBegun.resolve()
      defer { isCanceled.resolve(Task.isCancelled) }
      return try await never.value
    }
    try await hasBegun.value

    promise.discard()

    #expect(try await isCanceled.value)
    #expect(promise.isDiscarded)
  }

  @Test(arguments: Kind.allCases)
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `the task sees the task-locals of the caller`(kind: Kind) async throws {
    let promise = Locals.$number.withValue(7) { kind.promise { Locals.number } }

    #expect(try await promise.value == 7)
  }

  @Test(arguments: Kind.allCases)
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `nothing stays after the task`(kind: Kind) async throws {
    let cage = Cage()
    do {
      let promise = kind.promise { [held = cage.closure()] in held() }
      try await promise.value
    }

    // Completion is the assertion. The task ends soon afterward.
    while cage.living > 0 { await Task.yield() }
  }

  @Test @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `without a priority, a named task has the priority of the caller`() async throws {
    let caller = Task(priority: .high) { Promise(taskNamed: "test") { Task.basePriority } }

    #expect(try await caller.value.value == .high)
  }

  @Test func `a synchronous operation runs in the task, too`() async throws {
    for promise in [Promise(taskNamed: "test") { 1 }, Promise(priority: .high) { 1 }] {
      #expect(try await promise.value == 1)
    }
  }
}

private enum Request {
  @TaskLocal static var name = "none"
}

/// Capturing a task-local is permanent and process-wide, so each test runs in its own process.
@Suite(.hangLimit)
struct TaskLocalTests {
  @Test func `captured, a handler on the main actor sees the value bound at registration`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      Request.$name.keepInHandlers()
      let source = Promise<Int>()
      let seen = Request.$name.withValue("registered") {
        source.map(on: MainActor.shared) { _ in Request.name }
      }

      source.resolve(1)
      await mainQueueDrained()

      #expect(seen.got == "registered")
    }
  }

  @Test func `captured, a cleanup closure sees the value bound at its registration`() async {
    await #expect(processExitsWith: .success) {
      Request.$name.keepInHandlers()
      let names = Log<String>()
      let source = Promise<Int>()
      let stage = Request.$name.withValue("registered") {
        source.ensure { names.add(Request.name) }.ensureThen { () -> Promise<Void> in
          names.add(Request.name)
          return Promise(value: ())
        }
      }

      stage.discard()

      #expect(names.entries == ["registered", "registered"])
    }
  }

  @Test func `captured, a handler receives a value that would be undelivered`() async {
    await #expect(processExitsWith: .success) {
      Request.$name.keepInHandlers()
      let closed = Log<Int>()
      var source: Promise<Int>? = Promise<Int>().onUndelivered { closed.add($0) }
      let number = source?.map { $0 }

      source?.resolve(1)
      source = nil

      #expect(number?.got == 1)
      #expect(closed.entries == [])
    }
  }

  @Test func `captured, handlers still throw, recover, and link`() async {
    await #expect(processExitsWith: .success) {
      Request.$name.keepInHandlers()
      let source = Promise<Int>()
      let stage = source.map { _ in throw Broken() }
        .recover { _ in }
        .flatMap { Promise(value: Request.name) }

      source.resolve(1)

      #expect(stage.got == "none")
    }
  }
}
