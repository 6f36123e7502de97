import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct ValuesTests {
  @Test func `throws the error, and ends`() async throws {
    var iterator = Promise<Int>(error: Broken()).values.makeAsyncIterator()

    await #expect(throws: Broken.self) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test func `can be iterated again`() async throws {
    let values = Promise(value: 1).values

    #expect(try await Promise(collecting: values).value == [1])
    #expect(try await Promise(collecting: values).value == [1])
  }

  @Test func `a lazy promise starts only when the iteration begins`() {
    let starts = Log<Int>()
    let lazy = LazyPromise<Int> {
      starts.add(1)
      return Promise(value: 1)
    }

    _ = lazy.values

    #expect(starts.entries == [])
  }
}
