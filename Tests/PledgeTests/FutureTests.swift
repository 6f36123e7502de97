import Pledge
import PledgeTestSupport
import Testing

struct FutureTests {
  @Test func `may be used by many threads concurrently`() {
    let source = Promise<Int>()
    let values = Log<Int>()

    concurrently(200) { index in
      source.observe { _ in values.add(index) }
      if index == 100 { source.resolve(1) }
      _ = (source.isPending, source.result, source.description)
    }

    #expect(Set(values.entries) == Set(0..<200))
    #expect(values.count == 200)
  }
}
