import Pledge
import PledgeTestSupport
import Testing

struct ResolverOnDiscardTests {
  @Test func `work that is not Sendable is stopped by a discard, and released by an outcome`() {
    final class Request {
      let canary: Canary
      var isCanceled = false
      init(_ canary: Canary) { self.canary = canary }
    }
    let cage = Cage()
    let stops = Locked<[Bool]>([])
    let kept = Locked<[Resolver<Int>]>([])
    func load() -> Promise<Int> {
      Promise { resolver in
        resolver.onDiscard(of: Request(cage.canary())) {
          $0.isCanceled = true
          stops.value.append($0.isCanceled)
        }
        kept.value.append(resolver)
      }
    }
    let (first, second) = (load(), load())
    #expect(cage.living == 2)
    first.discard()
    second.resolve(2)

    #expect(stops.value == [true])
    #expect(cage.living == 0)
  }

  @MainActor
  @Test func `on the main actor, work is stopped there`() async throws {
    var stopped: [String] = []
    let (here, resolver) = Promise<Int>.pending()
    let (elsewhere, other) = Promise<Int>.pending()
    resolver.onDiscard(on: MainActor.shared) { stopped.append("here") }
    other.onDiscard(on: MainActor.shared) { stopped.append("elsewhere") }

    here.discard()
    await Task.detached { elsewhere.discard() }.value
    while stopped.count < 2 { await Task.yield() }

    #expect(stopped == ["here", "elsewhere"])
  }
}
