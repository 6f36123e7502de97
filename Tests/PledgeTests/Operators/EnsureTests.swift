import Pledge
import PledgeTestSupport
import Testing

struct EnsureTests {
  @Test(arguments: Ending.allCases)
  @MainActor func `on the main actor, the body runs there, however the source ends`(
    ending: Ending
  ) async {
    let screen = Screen()
    let source = Source()
    let promise = source.promise.ensure(on: MainActor.shared) { screen.lines.append("end") }

    onThread { source.end(ending, of: promise, with: Cage()) }
    await mainQueueDrained()

    #expect(screen.lines == ["end"])
    #expect(promise.isFulfilled == (ending == .fulfilled))
    #expect(promise.isDiscarded == (ending == .discarded))
    #expect((promise.failure is BrokenPromiseError) == (ending == .broken))
    #expect(source.promise.isPending == (ending == .discarded))
    source.handleErrors(of: promise)
  }
}
