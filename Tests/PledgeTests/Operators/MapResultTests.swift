import Pledge
import Testing

struct MapResultTests {
  @Test func `is named mapResult in explanations`() {
    let source = Promise<Int>()
    let promise = source.mapResult { _ in }

    #expect(promise.explain().contains("mapResult"))
  }
}
