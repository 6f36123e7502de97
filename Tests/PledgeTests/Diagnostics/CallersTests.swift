import Pledge
import Testing

struct CallersTests {
  @Test func `they are the addresses in order`() {
    #expect(callers([3, 1, 2]) == [3, 1, 2])
  }

  @Test func `addresses beyond the eighth are dropped`() {
    #expect(callers(Array(1...20)) == Array(1...8))
  }

  @Test func `there may be none`() {
    #expect(callers([]).isEmpty)
    #expect(PromiseEvent(.created, of: PromiseID(1), time: 2).callers.isEmpty)
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
      let callers = events.all.filter(\.isCreation).map(\.callers)
      // Frames within Pledge; in debug builds, also those of the functions that create the promise.
      let common = zip(callers[0], callers[1]).prefix { $0 == $1 }.count
      #expect(common > 0)
      #expect(callers[0].prefix(common) != callers[2].prefix(common))
    }
  }
}

private func callers(_ addresses: [UInt]) -> [UInt] {
  PromiseEvent(.created, of: PromiseID(1), time: 2, callers: addresses).callers
}
