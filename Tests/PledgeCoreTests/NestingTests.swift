import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeCore

@Suite struct NestingTests {
  @Test
  func `values that settle promises when released do not deepen the stack of deferred work`() async
  {
    let ends = Tally()
    await onSmallStack {
      nested(48) {
        for _ in 0..<20_000 {
          let next = Promise<Int>()
          next.observe { _ in ends.up() }
          let promise = Promise<Life>()
          promise.observe { _ in }
          promise.resolve(Life { next.resolve(1) })
        }
      }
    }
    #expect(ends.count == 20_000)
  }
  @Test func `blocks that each hold the next stage are released in a loop`() async {
    let ends = Tally()
    await onSmallStack {
      var first: Link?
      for _ in 0..<20_000 { first = Link(before: first, ends) }
      first = nil
    }
    #expect(ends.count == 20_000)
  }
}

/// Settles a stage when released.
///
/// The handler of the stage adds a discard block that holds the next link.
private final class Link: Sendable {
  private let root = Promise<Int>()
  private let stage: Promise<Int>
  private let ends: Tally

  init(before next: Link?, _ ends: Tally) {
    let parts = Locked<(stage: Promise<Int>, next: Link?)?>(nil)
    stage = root.ensure {
      guard let (stage, next) = parts.withLock({ $0.take() }) else { return }
      stage.onDiscard { withExtendedLifetime(next) {} }
    }
    self.ends = ends
    parts.value = (stage, next)
  }

  deinit {
    stage.resolve(1)
    ends.up()
  }
}
