import Pledge
import PledgeTestSupport
import Testing

@Suite struct LazyTests {
  private static let depth = 10_000

  @Sendable private static func tower(_ height: Int, on ground: Future<Int>) -> Future<Int> {
    height == 0 ? ground : LazyPromise { tower(height - 1, on: ground) }
  }

  @Sendable private static func stages(_ height: Int, on ground: Future<Int>) -> Future<Int> {
    height == 0 ? ground : LazyPromise { stages(height - 1, on: ground).map { $0 + 1 } }
  }

  @Test func `a consumer that registers while the work starts does not start it again`() {
    let starts = Tally()
    let held = Slot<LazyPromise<Int>?>(nil)
    let lazy = LazyPromise<Int> {
      starts.up()
      // Another start would register another consumer, and so on.
      if starts.count == 1 { held.peek { $0?.observe { _ in } } }
      return Promise(value: 1)
    }
    held.replace(by: lazy)

    lazy.observe { _ in }

    #expect(starts.count == 1)
    held.replace(by: nil)
  }

  @Test func `lazy promises that start others do not deepen the stack`() async {
    let ends = Tally()
    await onSmallStack {
      let ground = Promise<Int>(value: 0)
      LazyTests.tower(LazyTests.depth, on: ground).observe { _ in ends.up() }
      // All lazy promises have started.
      #expect(ends.count == 1)
      let top = LazyTests.stages(LazyTests.depth, on: ground).map { $0 }
      #expect((try? top.result?.get()) == LazyTests.depth)
    }
  }

  @Test func `lazy promises that have started others settle and stop without deepening the stack`()
    async
  {
    let stops = Tally()
    await onSmallStack {
      let source = Promise<Int>()
      let top = LazyTests.tower(LazyTests.depth, on: source).map { $0 }
      source.resolve(7)
      #expect((try? top.result?.get()) == 7)
      let work = Promise<Int>(discard: { stops.up() })
      LazyTests.tower(LazyTests.depth, on: work).map { $0 }.discard()
      #expect(stops.count == 1)
    }
  }

  @Test func `lazy promises that hold others are released without deepening the stack`() async {
    let cage = Cage(weight: 0)
    await onSmallStack {
      var top: Future<Canary> = Promise(value: cage.canary())
      for _ in 0..<LazyTests.depth {
        top = LazyPromise { [top] in top }
      }
    }
    #expect(cage.living == 0)
  }
}
