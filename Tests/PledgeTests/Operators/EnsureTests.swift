import Pledge
import PledgeTestSupport
import Testing

struct EnsureTests {
  @Test(arguments: Ending.allCases)
  @MainActor func `on the main actor, the body runs there, however the source ends`(
    ending: Ending
  ) async {
    let screen = Screen()
    let source = Source()
    let promise = source.promise.ensure(on: MainActor.shared) { screen.lines.append("end") }

    onThread { source.end(ending, of: promise, with: Cage()) }
    await mainQueueDrained()

    #expect(screen.lines == ["end"])
    #expect(promise.isFulfilled == (ending == .fulfilled))
    #expect(promise.isDiscarded == (ending == .discarded))
    #expect((promise.failure is BrokenPromiseError) == (ending == .broken))
    #expect(source.promise.isPending == (ending == .discarded))
    source.handleErrors(of: promise)
  }
}

struct EnsureThenTests {
  @Test func `discarded before, it starts a cleanup that other consumers cannot discard`() {
    let root = Promise<Int>(discard: {})
    let cleanUp = root.map { $0 }
    let other = cleanUp.map { $0 }

    let source = Promise<Int>()
    source.ensureThen { cleanUp }.discard()
    #expect(source.isPending)
    other.discard()
    root.resolve(1)

    #expect(cleanUp.got == 1)
  }

  @Test func `discarded by its own closure, it does not affect the cleanup`() {
    let slot = Locked<Promise<Int>?>(nil)
    let source = Promise<Int>()
    let root = Promise<Void>(discard: {})
    let promise = source.ensureThen {
      slot.value?.discard()
      return root
    }
    slot.value = promise

    source.resolve(2)

    #expect(promise.isDiscarded)
    #expect(root.isPending)
    slot.value = nil
  }

  @Test func `nothing stays of a cleanup that ends after its stage`() {
    let cage = Cage()
    do {
      let cleanUp = Promise<Canary>()
      let source = Source()
      let promise = source.promise.ensureThen { [closure = cage.closure()] in
        closure()
        return cleanUp
      }
      source.end(.fulfilled, of: promise, with: cage)
      #expect(cage.living == 1)  // The value.

      promise.discard()
      cleanUp.resolve(cage.canary())
      #expect(cage.living == 2)
    }
    #expect(cage.living == 0)
  }

  @Test func `a cleanup that continues alone and is broken is not stopped`() {
    let stops = Log<Void>()
    let cleanUp = Locked<Promise<Int>?>(Promise(discard: { stops.add() }))
    let promise = Promise(value: 1).ensureThen { cleanUp.value ?? Promise(value: 0) }

    promise.resolve(2)
    _ = cleanUp.withLock { $0.take() }

    #expect(promise.got == 2)
    #expect(stops.count == 0)
  }
}
