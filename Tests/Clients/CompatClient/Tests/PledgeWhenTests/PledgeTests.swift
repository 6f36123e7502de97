import Dispatch
import Pledge
import PledgeWhen
import TestSupport
import Testing

private typealias Promise = PledgeWhen.Promise

@Suite(.hangLimit)
struct PledgeTests {
  private let queue = DispatchQueue(label: "pledge")

  @Test func `a canceled promise becomes a discarded Pledge promise`() async {
    let cancelled = Promise<Int>(queue: queue)
    cancelled.cancel()
    await #expect(throws: DiscardedError.self) { try await cancelled.pledge.value }
  }

  @Test func `a promise that is rejected as a broken promise is broken, too`() throws {
    var pair: (promise: Pledge.Promise<Int>, resolver: Resolver<Int>)? = Pledge.Promise.pending()
    let pledge = pair?.promise
    pledge?.ignoringErrors()
    pair = nil
    let error = try #require(throws: (any Error).self) { try pledge?.result?.get() }
    let log = Log<Bool>()
    let promise = Promise<Int>(queue: queue)
    promise.always { _ in log.add(true) }
    promise.reject(error)
    let thrown = Promise<Int>(queue: queue) { throw error }
    queue.finish()
    #expect(promise.state.isPending && thrown.state.isPending && log.entries.isEmpty)
    promise.cancel()
    queue.finish()
    #expect(promise.state.isRejected && log.entries == [true])
  }
}

/// Tests broken promises, which stay pending as in When, and members of `when` that are no longer
/// needed.
@Suite(.hangLimit)
struct BrokenPromiseTests {
  @Test func `with rejectsBrokenPromises a broken member rejects, whatever the others do`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.silence()
      WhenConfiguration.rejectsBrokenPromises = true
      for broken in 0..<3 {
        var members: [Promise<Int>?] = (0..<3).map { _ in Promise() }
        let triple = when(members[0]!, members[1]!, members[2]!)
        let pair = when(members[broken]!, members[(broken + 1) % 3]!)
        let array = when(members.compactMap { $0 })
        members[broken] = nil
        await mainQueueDrained(4)
        #expect(triple.state.result?.error is BrokenPromiseError)
        #expect(pair.state.result?.error is BrokenPromiseError)
        #expect(array.state.result?.error is BrokenPromiseError)
      }
    }
  }

  @Test func `combinations that share members retain none of the members`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      var pairs: [Promise<(Int, Int)>] = []
      do {
        let (one, two) = (Promise<Int>(), Promise<Int>())
        pairs = [when(one, one), when(one, two), when(two, one)]
      }
      await mainQueueDrained(4)
      #expect(pairs.allSatisfy { $0.state.isPending })
      #expect(reports.entries.count == 2)
    }
  }

  @Test func `after the first rejection the others are not waited for`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      do {
        let members = (0..<3).map { _ in Promise<Int>() }
        let all = when(members)
        let three = when(members[0], members[1], members[2])
        let two = when(members[1], members[2])
        members[1].reject(Broken())
        await mainQueueDrained(4)
        #expect(all.state.isRejected && two.state.isRejected && three.state.isRejected)
      }
      await mainQueueDrained(4)
      #expect(reports.entries.isEmpty)
    }
  }

  @Test func `after the first rejection the values are released`() async {
    let pending = Promise<Life>()
    weak var life: Life?
    do {
      let (first, broken, value) = (Promise<Life>(), Promise<Life>(), Life())
      life = value
      _ = (when([first, pending, broken]), when(first, pending, broken))
      first.resolve(value)
      await mainQueueDrained(4)
      broken.reject(Broken())
      await mainQueueDrained(4)
    }
    #expect(life == nil)
    pending.cancel()
  }
}
