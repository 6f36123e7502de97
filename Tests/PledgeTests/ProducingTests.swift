import Pledge
import PledgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(60)))
struct ProducingTests {
  @Test func `a body with a resolver runs before the promise is returned`() {
    #expect(Promise<Int> { $0.resolve(1) }.got == 1)
  }

  @Test func `a body that throws rejects`() {
    #expect(Promise<Int> { (_: Resolver<Int>) in throw Broken() }.broken == Broken())
  }

  @Test func `a body that throws after it has fulfilled changes nothing`() {
    let promise = Promise<Int> { resolver in
      resolver.resolve(1)
      throw Broken()
    }

    #expect(promise.got == 1)
  }

  @Test func `a body that drops its resolver breaks the promise`() {
    #expect(Promise<Int> { (_: Resolver<Int>) in }.failure is BrokenPromiseError)
  }
}

// MARK: - From a task

extension ProducingTests {
  @TaskLocal static var name = "none"

  @Test func `an operation fulfills with what it returns`() async throws {
    let promise = Promise { () async throws -> Int in
      await Task.yield()
      return 1
    }

    #expect(try await promise.value == 1)
  }

  @Test func `an operation rejects with what it throws`() async {
    let promise = Promise { () async throws -> Int in
      await Task.yield()
      throw Broken()
    }

    await #expect(throws: Broken()) { try await promise.value }
  }

  @Test func `an operation that does not suspend works the same`() async throws {
    #expect(try await Promise { 1 }.value == 1)
    await #expect(throws: Broken()) { try await Promise<Int> { throw Broken() }.value }
  }

  @Test func `discarding cancels the operation`() async throws {
    let hasStarted = Promise<Void>()
    let wasCancelled = Promise<Bool>()
    let never = Promise<Int>()
    let promise = Promise { () async throws -> Int in
      hasStarted.resolve()
      defer { wasCancelled.resolve(Task.isCancelled) }
      return try await never.value
    }
    try await hasStarted.value

    promise.discard()

    #expect(promise.isDiscarded)
    #expect(try await wasCancelled.value)
  }

  @Test func `detaching the last consumer cancels the operation`() async throws {
    let wasCancelled = Promise<Bool>()
    let never = Promise<Int>()
    let promise = Promise { () async throws -> Int in
      defer { wasCancelled.resolve(Task.isCancelled) }
      return try await never.value
    }

    promise.map { $0 }.discard()

    #expect(promise.isDiscarded)
    #expect(try await wasCancelled.value)
  }

  @Test func `an operation sees the task-locals of its caller`() async throws {
    let promise = ProducingTests.$name.withValue("some") {
      Promise { () async throws -> String in ProducingTests.name }
    }

    #expect(try await promise.value == "some")
  }
}

// MARK: - On a context

extension ProducingTests {
  @Test func `a body on a context runs as a job`() {
    let context = ManualContext()
    let promise = Promise(on: context) { 1 }
    #expect(promise.isPending)

    context.runAll()

    #expect(promise.got == 1)
  }

  @Test func `a body on a context may throw`() {
    let promise = Promise<Int>(on: .immediate) { throw Broken() }

    #expect(promise.broken == Broken())
  }

  @Test func `a body on a context runs once`() {
    let calls = Log<Void>()
    let promise = Promise(on: TwiceContext()) { calls.add() }

    #expect(promise.isFulfilled)
    #expect(calls.count == 1)
  }

  @Test func `a body on a context that runs it on many threads runs once`() {
    let calls = Log<Void>()
    for _ in 0..<100 { #expect(!Promise(on: CrowdContext()) { calls.add() }.isPending) }

    #expect(calls.count == 100)
  }

  @Test func `a body that is discarded before its job does not run`() {
    let context = ManualContext()
    let calls = Log<Void>()
    let promise = Promise(on: context) { calls.add() }

    promise.discard()
    context.runAll()

    #expect(promise.isDiscarded)
    #expect(calls.count == 0)
  }

  @Test func `a body whose last consumer detaches does not run`() {
    let context = ManualContext()
    let calls = Log<Void>()
    let promise = Promise(on: context) { calls.add() }

    promise.map { $0 }.discard()
    context.runAll()

    #expect(calls.count == 0)
    #expect(promise.isDiscarded)
  }

  @Test func `a context that drops the body breaks the promise`() {
    let promise = Promise(on: DroppingContext()) { 1 }

    #expect(promise.failure is BrokenPromiseError)
  }
}
