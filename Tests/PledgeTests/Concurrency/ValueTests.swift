import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct ValueTests {
  @Test func `throws for a promise that is broken while it waits`() async {
    let context = ManualContext()
    let promise = Promise(value: 1).map(on: context) { $0 }
    let wait = Task { @MainActor in try await promise.value }
    await mainQueueDrained()

    context.dropAll()

    await #expect(throws: BrokenPromiseError.self) { try await wait.value }
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
}
