import Pledge
import Testing

struct CallersTests {
  @Test func `it has the addresses in their order`() {
    let callers = Callers([3, 1, 2])

    #expect(Array(callers) == [3, 1, 2])
    #expect(callers.startIndex == 0)
    #expect(callers.endIndex == 3)
  }

  @Test func `it has at most as many as it holds`() {
    let callers = Callers(1...20)

    #expect(callers.count == Callers.capacity)
    #expect(callers.last == UInt(Callers.capacity))
  }

  @Test func `there may be none`() {
    #expect(Callers().isEmpty)
    #expect(Callers([]).isEmpty)
  }

  @Test func `an index that is out of range is named`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = Callers([1])[1]
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("index 1, but there are 1 callers"))
  }

  @Test func `two calls at one place have the same callers, at another one others`() async {
    await #expect(processExitsWith: .success) {
      let events = Recording {
        for _ in 0..<2 { Promise<Int>().discard() }
        Promise<Int>().discard()
      }
      let callers = events.all.filter(\.isCreation).map { Array($0.callers) }
      #expect(callers[0] == callers[1])
      #expect(callers[0] != callers[2])
    }
  }
}
