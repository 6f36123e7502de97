import Pledge
import Testing

struct CallersTests {
  @Test func `it contains the addresses in order`() {
    let callers = Callers([3, 1, 2])

    #expect(Array(callers) == [3, 1, 2])
    #expect(callers.startIndex == 0)
    #expect(callers.endIndex == 3)
  }

  @Test func `it drops addresses beyond its capacity`() {
    let callers = Callers(1...20)

    #expect(callers.count == Callers.capacity)
    #expect(callers.last == UInt(Callers.capacity))
  }

  @Test func `it may be empty`() {
    #expect(Callers().isEmpty)
    #expect(Callers([]).isEmpty)
  }

  @Test func `an index that is out of range is named in the message`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = Callers([1])[1]
    }
    // Release builds trap without a message.
    #if DEBUG
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("index 1, but there are 1 callers"))
    #endif
  }

  @Test func `calls at one place have the same caller, calls elsewhere a different one`() async {
    await #expect(processExitsWith: .success) {
      // In separate functions, because an optimizer may duplicate a call site.
      @inline(never) func here() { Promise<Int>().discard() }
      @inline(never) func there() { Promise<Int>().ignoringErrors() }
      let events = Recording {
        here()
        here()
        there()
      }
      let callers = events.all.filter(\.isCreation).map { Array($0.callers) }
      // Frames within Pledge; in debug builds, also those of the functions that create the promise.
      let common = zip(callers[0], callers[1]).prefix { $0 == $1 }.count
      #expect(common > 0)
      #expect(Array(callers[0].prefix(common)) != Array(callers[2].prefix(common)))
    }
  }
}
