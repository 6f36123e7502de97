import Dispatch
import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

@Suite(.hangLimit)
struct WaitTests {
  private let stopped = Log<String>()
  private let long = Duration.seconds(600)

  // MARK: Outcomes

  @Test func `a settled promise has its outcome even with a limit of zero`() async throws {
    #expect(try await detachThread { try Promise(value: 1).wait(timeout: .zero) }.value == 1)
    await #expect(throws: Broken.self) {
      try await detachThread { try Promise<Int>(error: Broken()).wait(timeout: .zero) }.value
    }
  }

  @Test func `a wait in a handler for its own promise returns immediately`() async throws {
    let waiting = detachThread { [long] in
      let promise = Promise<Int>()
      let seen = promise.map { _ in try promise.wait(timeout: long) }
      promise.resolve(1)
      return try seen.wait(timeout: .zero)
    }

    #expect(try await waiting.value == 1)
  }

  @Test func `past the nesting limit, a handler may wait for handlers it registers`() async throws {
    let waiting = detachThread { [long] in
      let answer = Promise<Int>()
      nested(48) {
        let stage = Promise(value: 1).map { $0 + 1 }
        answer.resolve((try? stage.wait(timeout: long)) ?? 0)
      }
      return try answer.wait(timeout: .zero)
    }

    #expect(try await waiting.value == 2)
  }

  @Test func `the thread waits for the error`() async {
    let promise = Promise<Int>()
    let waiting = detachThread { [long] in try promise.wait(timeout: long) }

    promise.reject(Broken(number: 3))

    await #expect(throws: Broken(number: 3)) { try await waiting.value }
  }

  @Test(arguments: [Duration.seconds(600), .seconds(Int64.max), .seconds(10) * 1e9])
  func `the thread waits for the value, however large the limit is`(limit: Duration) async throws {
    let promise = Promise<Int>()
    let waiting = detachThread { try promise.wait(timeout: limit) }

    promise.resolve(1)

    #expect(try await waiting.value == 1)
  }

  // MARK: The limit

  @Test(arguments: [Duration.milliseconds(1), .zero, .seconds(-1), .seconds(-Int64.max)])
  func `at the limit, the wait throws a TimeoutError`(limit: Duration) async {
    let promise = Promise<Int>()

    await #expect(throws: TimeoutError(limit: limit)) {
      try await detachThread { try promise.wait(timeout: limit) }.value
    }
    #expect(promise.isPending)
  }

  @Test func `at the limit, work without other consumers is discarded`() async {
    let promise = Promise<Int>(discard: { stopped.add("stopped") })

    let waiting = detachThread { try promise.wait(timeout: .milliseconds(1)) }

    await #expect(throws: TimeoutError.self) { try await waiting.value }
    #expect(stopped.entries == ["stopped"])
  }

  @Test func `at the limit, work with other consumers continues`() async {
    let promise = Promise<Int>(discard: { stopped.add("stopped") })
    let other = promise.map { $0 + 1 }

    let waiting = detachThread { try promise.wait(timeout: .milliseconds(1)) }

    await #expect(throws: TimeoutError.self) { try await waiting.value }
    #expect(other.isPending)
    #expect(stopped.entries.isEmpty)
    other.discard()
  }

  // MARK: Refusals

  /// Blocks in a synchronous function, so that the compiler cannot see that it runs in a task.
  private func wait(for promise: Promise<Int>) -> BlockingWaitError? {
    do {
      _ = try promise.wait(timeout: .milliseconds(1))
      return nil
    } catch {
      return error as? BlockingWaitError
    }
  }

  @Test func `waiting in a task is refused with advice`() async {
    let refusal = wait(for: Promise())
    let detached = await Task.detached { wait(for: Promise()) }.value

    #expect(refusal == .inTask)
    #expect(detached == .inTask)
    #expect("\(BlockingWaitError.inTask)".contains("await 'value'"))
  }

  @Test @MainActor func `the main actor is refused`() {
    #expect(wait(for: Promise()) != nil)
  }

  @Test func `waiting on the main queue is refused with advice`() async throws {
    let refusal = Promise<BlockingWaitError?>(on: DispatchQueue.main) { wait(for: Promise()) }

    #expect(try await refusal.value == .onMainThread)
    #expect("\(BlockingWaitError.onMainThread)".contains("another thread"))
  }

  @Test func `a refused wait does not affect the promise`() {
    let promise = Promise<Int>(discard: { stopped.add("stopped") })

    #expect(wait(for: promise) == .inTask)

    #expect(promise.isPending)
    #expect(stopped.entries.isEmpty)
  }
}
