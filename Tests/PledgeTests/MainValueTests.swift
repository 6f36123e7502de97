import Pledge
import PledgeTestSupport
import Testing

/// A class whose instances are not `Sendable`.
private final class Image {
  var size = 1
}

@Suite(.timeLimit(.minutes(60)))
@MainActor
struct MainValueTests {
  @Test func `carries non-Sendable values through promises`() async {
    let source = Promise<Int>()
    let sizes = source.map(on: MainActor.shared) { _ in MainValue(Image()) }
      .map(on: MainActor.shared) { $0.value.size }

    source.resolve(2)
    await mainQueueDrained()
    await mainQueueDrained()

    #expect(sizes.got == 1)
  }

  @Test func `is changed in place`() {
    let carried = MainValue(Image())

    carried.value.size = 5

    #expect(carried.value.size == 5)
  }
}
