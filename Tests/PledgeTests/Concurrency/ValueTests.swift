import Pledge
import PledgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(60)))
struct ValueTests {
  @Test func `is the value of a settled promise`() async throws {
    #expect(try await Promise(value: 1).value == 1)
  }

  @Test func `throws the error of a rejected promise`() async {
    await #expect(throws: Broken()) { try await Promise<Int>(error: Broken()).value }
  }

  @Test func `throws a wrapped reason if it is not an error`() async {
    let promise = Promise<Int>()
    promise.reject("why")

    await #expect(throws: RejectionReasonError.self) { try await promise.value }
  }

  @Test func `throws for a discarded promise`() async {
    let promise = Promise<Int>()
    promise.discard()

    await #expect(throws: DiscardedError.self) { try await promise.value }
  }

  @Test func `throws for a promise that is broken while it waits`() async {
    let context = ManualContext()
    let promise = Promise(value: 1).map(on: context) { $0 }
    let wait = Task { @MainActor in try await promise.value }
    await mainQueueDrained()

    context.dropAll()

    await #expect(throws: BrokenPromiseError.self) { try await wait.value }
  }

  @Test @MainActor func `waits for a pending promise`() async throws {
    let promise = Promise<Int>()
    let wait = Task { @MainActor in try await promise.value }
    await mainQueueDrained()

    promise.resolve(1)

    #expect(try await wait.value == 1)
  }

  @Test func `may be awaited by many tasks, any number of times`() async throws {
    let promise = Promise<Int>()
    let waits = (0..<50).map { _ in
      Task { try await promise.value + promise.value }
    }

    promise.resolve(1)

    for wait in waits { #expect(try await wait.value == 2) }
  }

  @Test func `of a settled promise is available even in a canceled task`() async throws {
    let promise = Promise(value: 1)
    let wait = Task {
      await cancellation()
      return (Task.isCancelled, try await promise.value)
    }
    wait.cancel()

    let (isCancelled, value) = try await wait.value
    #expect(isCancelled)
    #expect(value == 1)
  }
}

// MARK: - Canceled waits

extension ValueTests {
  @Test @MainActor func `a canceled wait ends immediately`() async {
    let promise = Promise<Int>()
    let wait = Task { @MainActor in try await promise.value }
    await mainQueueDrained()

    wait.cancel()

    await #expect(throws: CancellationError.self) { try await wait.value }
    #expect(promise.isPending)
  }

  @Test func `a wait in a task that was canceled before ends immediately`() async {
    let promise = Promise<Int>()
    let wait = Task {
      await cancellation()
      return try await promise.value
    }
    wait.cancel()

    await #expect(throws: CancellationError.self) { try await wait.value }
    #expect(promise.isPending)
  }

  @Test @MainActor func `a canceled wait discards work that nothing else needs`() async {
    let promise = Promise<Int>(discard: {})
    let wait = Task { @MainActor in try await promise.value }
    await mainQueueDrained()

    wait.cancel()

    await #expect(throws: CancellationError.self) { try await wait.value }
    #expect(promise.isDiscarded)
  }

  @Test @MainActor func `a canceled wait does not discard shared work`() async throws {
    let promise = Promise<Int>(discard: {})
    let waits = (0..<2).map { _ in Task { @MainActor in try await promise.value } }
    await mainQueueDrained()

    waits[0].cancel()
    await #expect(throws: CancellationError.self) { try await waits[0].value }
    promise.resolve(1)

    #expect(try await waits[1].value == 1)
  }

  @Test @MainActor func `a wait counts as a consumer once its task is suspended`() async throws {
    for _ in 0..<200 {
      let promise = Promise<Int>(discard: {})
      let wait = Task { @MainActor in try await promise.value }
      await mainQueueDrained()

      promise.map { $0 }.discard()
      promise.resolve(1)

      try #require(await wait.result.get() == 1)
    }
  }

  @Test func `a wait that is canceled while the promise settles ends either way`() async {
    for _ in 0..<300 {
      let promise = Promise<Int>()
      let wait = Task { try await promise.value }
      async let settled: Void = promise.resolve(1)
      wait.cancel()
      await settled

      switch await wait.result {
      case .success(let value): #expect(value == 1)
      case .failure(let error): #expect(error is CancellationError)
      }
    }
  }
}

/// Waits until the current task is canceled.
private func cancellation() async {
  let never = Promise<Void>()
  _ = try? await never.value
}
