import Pledge
import PledgeTestSupport
import Testing

struct DiscardedErrorTests {
  private static let byOwner = "the promise was discarded by its owner, with discard()"
  private static let byConsumer =
    "the promise was discarded when its last consumer detached; use shared() to keep the work"

  @Test func `its description states the cause`() {
    #expect(DiscardedError().description == "the promise was discarded")
    #expect(DiscardedError(cause: .owner).description == Self.byOwner)
    #expect(DiscardedError(cause: .lastConsumer).description == Self.byConsumer)
    #expect(
      DiscardedError(cause: .bag).description
        == "the promise was discarded by a bag, perhaps because the bag was released"
    )
    #expect(
      DiscardedError(cause: .timeout).description == """
        the promise was discarded when its last consumer detached at a time limit; use shared() to \
        keep the work
        """
    )
    #expect(
      DiscardedError(cause: .token, reason: "logged\nout").description
        == #"the promise was discarded by a token: logged\nout"#
    )
  }

  @Test func `a bag and a source pass the reason on`() {
    let (bag, source) = (DiscardBag(), DiscardSource())
    let linked = DiscardSource(linkedTo: [source.token])
    let promises = [Promise<Int>(), Promise<Int>(), Promise<Int>()]
    promises[0].discarded(by: bag)
    promises[1].discarded(by: source.token)
    promises[2].discarded(by: linked.token)
    bag.discardAll(because: "closed")
    source.discard(because: "logged out")
    let late = Promise<Int>().discarded(by: linked.token)

    let errors = (promises + [late]).map { $0.failure as? DiscardedError }
    #expect(errors.map(\.?.cause) == [.bag, .token, .token, .token])
    #expect(errors.map(\.?.reason) == ["closed", "logged out", "logged out", "logged out"])
    #expect { try linked.token.throwIfDiscarded() } throws: { error in
      (error as? DiscardedError)?.reason == "logged out"
    }
  }

  @Test func `the reason holds past the limit of nesting`() {
    let end = Promise<Int>(discard: {})
    var next = end
    for _ in 0..<100 {
      let inner = next
      next = Promise<Int>(discard: { inner.discard() })
    }
    next.discard(because: "closed")

    #expect((end.failure as? DiscardedError)?.reason == "closed")
  }

  @Test func `the losers of a race lose their last consumer`() {
    let (winner, loser) = (Promise<Int>(), Promise<Int>(discard: {}))
    let first = race(winner, loser)
    winner.resolve(1)

    #expect(first.got == 1)
    #expect(cause(of: loser) == .lastConsumer)
  }

  @Test func `an explicit settlement detaches the last consumer`() {
    let work = Promise<Int>(discard: {})
    work.map { $0 }.resolve(1)

    #expect(cause(of: work) == .lastConsumer)
  }

  @Test func `a canceled task detaches as the last consumer`() async {
    let work = Promise<Int>(discard: {})
    let task = Task { try await work.value }
    task.cancel()
    _ = await task.result

    #expect(cause(of: work) == .lastConsumer)
  }

  @Test func `while an observer is installed, it names the promise`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.keepLabels()
      let root = Promise<Int>(discard: {}, file: "App/Loader.swift", line: 42).labeled("user\n7")
      let stage = root.map { $0 }.labeled("page")
      stage.discard()

      #expect(
        stage.failure.map { "\($0)" } == """
          the promise created at App/Loader.swift:42 [page] was discarded by its owner, with discard()
          """
      )
      #expect(
        root.failure.map { "\($0)" } == #"""
          the promise created at App/Loader.swift:42 [user\n7] was discarded when its last consumer \#
          detached; use shared() to keep the work
          """#
      )
    }
  }
}

private func cause(of promise: Promise<Int>) -> DiscardedError.Cause? {
  (promise.failure as? DiscardedError)?.cause
}
