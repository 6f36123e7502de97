import Pledge
import Testing

/// A class whose instances are not `Sendable`.
private final class Image {
  var size = 1
}

@MainActor
struct MainValueTests {
  @Test func `is changed in place`() {
    let carried = MainValue(Image())

    carried.value.size = 5

    #expect(carried.value.size == 5)
  }
}
