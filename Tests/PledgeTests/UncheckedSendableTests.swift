import Pledge
import PledgeTestSupport
import Testing

/// A class whose instances are not `Sendable`.
private final class Sketch {
  var strokes = 1
}

struct UncheckedSendableTests {
  @Test func `carries non-Sendable values through promises`() {
    let sketch = Sketch()
    let source = Promise<UncheckedSendable<Sketch>>()
    let strokes = source.map { $0.value.strokes }

    source.resolve(UncheckedSendable(sketch))

    #expect(strokes.got == 1)
    #expect(source.got?.value === sketch)
  }

  @Test func `its value may be replaced`() {
    var carried = UncheckedSendable(1)

    carried.value = 2

    #expect(carried.value == 2)
  }
}
