import Dispatch
import Pledge
import PledgeTestSupport
import Testing

/// Tests of chains that are shortened, because their stages only wait.
///
/// Shared stages are taken out, too, but what they keep is kept.
struct ShortenedChainTests {
  @Test(arguments: [false, true])
  func `keeps the work of a shared stage that its transform returned`(hasOtherConsumer: Bool) {
    let (start, token, work) = (Promise<Void>(), Promise<Int>(), Promise<Int>(discard: {}))
    let stage = start.flatMap { token.flatMap { _ in work }.shared() }
    start.resolve()
    token.resolve(1)
    let other = hasOtherConsumer ? work.map { $0 } : nil

    stage.discard()
    other?.discard()

    #expect(work.isPending)
    work.discard()
    #expect(work.isDiscarded)
  }

  @Test func `keeps the work of a shared stage that already waited for it`() {
    let (start, token, work) = (Promise<Void>(), Promise<Int>(), Promise<Int>(discard: {}))
    let inner = token.flatMap { _ in work }
    let shared = Locked<Future<Int>?>(Promise(value: 0).flatMap { _ in inner }.shared())
    let stage = start.flatMap { try #require(shared.withLock { $0.take() }) }
    start.resolve()
    token.resolve(1)

    stage.discard()

    #expect(work.isPending)
  }

  @Test(arguments: [false, true])
  func `a signal discards the work of a shared stage in a chain`(isInnerFirst: Bool) {
    let (start, token, work) = (Promise<Void>(), Promise<Int>(), Promise<Int>(discard: {}))
    let signal = DiscardSource()
    let stage = start.flatMap { () -> Promise<Int> in
      if isInnerFirst {
        let inner = token.flatMap { _ in work }
        let shared = Promise(value: 0).flatMap { _ in inner }
        shared.shared()
        return shared.discarded(by: signal.token)
      }
      let shared = token.flatMap { _ in work }
      shared.shared()
      return shared.discarded(by: signal.token)
    }
    start.resolve()
    token.resolve(1)

    signal.discard()

    #expect(stage.isDiscarded)
    #expect(work.isDiscarded)
  }

  @Test func `a loop of shared stages keeps few of them`() async throws {
    let queue = DispatchQueue(label: "loop")
    let stages = Locked<[Weak]>([])
    let most = Locked(0)
    @Sendable func loop(_ turn: Int) -> Promise<Int> {
      if turn == 1000 { return Promise(value: turn) }
      let living = stages.withLock { $0 }.count { $0.promise != nil }
      most.withLock { $0 = max($0, living) }
      let stage = Promise(value: turn + 1).flatMap(on: queue) { loop($0) }
      stage.shared()
      stages.withLock { $0.append(Weak(stage)) }
      return stage
    }

    _ = try await loop(0).value

    #expect((1...6).contains(most.value))
  }
}

private struct Weak: Sendable {
  weak let promise: Future<Int>?

  init(_ promise: Future<Int>) {
    self.promise = promise
  }
}
