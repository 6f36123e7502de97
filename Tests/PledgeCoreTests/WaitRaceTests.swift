import Pledge
import PledgeCore
import Testing

@Suite struct WaitRaceTests {
  @Test func `waits that are cancelled while the promise is settled all end`() async {
    let cage = Canary.Cage()
    for _ in 0..<max(1, rounds / 10) {
      let promise = Promise<Canary>(discard: {})
      let first = Task { try? await promise.value }
      let second = Task { try? await promise.value }
      let settler = Task { promise.resolve(Canary(in: cage)) }
      first.cancel()
      second.cancel()
      _ = await (first.value, second.value, settler.value)
      #expect(!promise.isPending)
    }
    // What a task has captured goes after its value is there, on the task's own thread.
    for _ in 0..<100_000 where cage.living > 0 { await Task.yield() }
    #expect(cage.living == 0)
  }
}
