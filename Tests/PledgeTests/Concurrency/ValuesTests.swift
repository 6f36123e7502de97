import Pledge
import PledgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(60)))
struct ValuesTests {
  @Test func `is a sequence of the value`() async throws {
    var elements: [Int] = []

    for try await element in Promise(value: 1).values { elements.append(element) }

    #expect(elements == [1])
  }

  @Test func `waits for the value`() async throws {
    let source = Promise<Int>()
    let elements = Promise(collecting: source.values)
    await othersGoOn()
    #expect(elements.isPending)

    source.resolve(1)

    #expect(try await elements.value == [1])
  }

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

  @Test func `a canceled iteration ends immediately`() async throws {
    let source = Promise<Int>()
    let iteration = Task { [values = source.values] in
      for try await _ in values {}
    }

    iteration.cancel()

    await #expect(throws: CancellationError.self) { try await iteration.value }
    #expect(source.isPending)
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
