import Dispatch
import Pledge
import PledgeThen
import TestSupport
import Testing

/// A promise whose source is gone can be settled directly, as in then.
@Suite(.timeLimit(.minutes(60)))
struct DirectSettlementTests {
  typealias Promise = PledgeThen.Promise

  /// Promises that nothing but a direct settlement can settle.
  private func sourceless() -> [Promise<Int>] {
    let (source, future) = (Promise<Int>(), Pledge.Promise<Int>())
    return [
      source.then { $0 + 1 },
      source.then { Promise($0) },
      source.then(Promise(1)),
      source.registerThen { $0 + 1 },
      Promise(1).then { _ in Promise<Int>() },
      Promise(1).then(Promise<Int>()),
      source.chain { _ in },
      source.validate { _ in true },
      source.noMatterWhat {},
      source.recover(with: 1),
      source.recover(Broken(), with: 1),
      source.recover(with: Promise(1)),
      source.recover { _ in 1 },
      source.recover { _ in Promise(1) },
      Promise(error: Broken()).recover { _ in Promise() },
      source.bridgeError(to: Broken()),
      source.bridgeError(Broken(), to: Broken()),
      source.bridgeError { _ in },
      source.delay(0),
      source.timeout(3600),
      Promises.race(source, Promise()),
      Promise { _, _ in },
      Promise(pledge: future),
    ]
  }

  @Test(arguments: [true, false])
  func `a promise whose source is gone is settled directly`(_ fails: Bool) {
    let log = Log<String>()
    for (number, promise) in sourceless().enumerated() {
      promise.start()
      let early = promise.noMatterWhat(log.note("early \(number)"))
      promise.finally(log.note("end \(number)"))
      #expect(promise.isPending && early.isPending, "promise \(number)")
      if fails { promise.reject(Broken(number: 1)) } else { promise.fulfill(42) }
      promise.fulfill(43)
      let late = promise.noMatterWhat(log.note("late \(number)"))
      let blocks = ["early", "end", "late"].map { "\($0) \(number)" }
      #expect(log.entries.suffix(3) == blocks)
      for settled in [promise, early, late] {
        #expect(settled.value == (fails ? nil : 42), "promise \(number)")
        #expect(settled.error as? Broken == (fails ? Broken(number: 1) : nil))
      }
    }
  }

  @Test func `promises of another type whose source is gone are settled directly`() {
    let ended = Promise<Int>().onError { _ in }
    let optional = Promise<Int>().convertErrorToNil()
    let first = Promise<[Int]>().first()
    let queue = DispatchQueue(label: "settling")
    let all = Promises.whenAll([Promise<Int>()], callbackQueue: queue)
    let zipped = Promises.zip(Promise<Int>(), Promise<Int>())
    queue.sync {}
    ended.fulfill(())
    optional.fulfill(1)
    first.fulfill(2)
    all.fulfill([3])
    zipped.fulfill((4, 5))
    #expect(ended.value != nil && optional.value == 1 && first.value == 2)
    #expect(all.value == [3] && zipped.value?.1 == 5)
  }

  @Test func `a promise follows one whose source is gone, and which is settled directly`() throws {
    let inner = Promise<Int>().then { $0 }
    let followers = [
      Promise(1).then { _ in inner },
      Promise(1).then(inner),
      Promise(error: Broken()).recover(with: inner),
      Promise(error: Broken()).recover { _ in inner },
      Promises.race(inner, Promise()),
      inner.timeout(3600),
    ]
    for follower in followers { follower.start() }
    #expect(followers.allSatisfy { $0.isPending })
    inner.fulfill(42)
    #expect(followers.map(\.value) == followers.map { _ in 42 })
  }

  @Test func `blocks are released with the last reference to their promise`() {
    weak var life: Life?
    var promise: Promise<Int>? = Promise<Int>().then { $0 }
    do {
      let captured = Life()
      life = captured
      promise?.then { _ in withExtendedLifetime(captured) {} }
        .finally { withExtendedLifetime(captured) {} }
    }
    #expect(promise?.isPending == true && life != nil)
    promise = nil
    #expect(life == nil)
  }

  @Test func `its Pledge future is broken when the last reference is released`() async throws {
    let promise = Promise<Int>().then { $0 }
    let future = promise.pledge
    promise.fulfill(42)
    #expect(try await future.value == 42)
    weak var kept: Promise<Int>?
    let broken = {
      let promise = Promise<Int>().then { $0 }
      kept = promise
      return promise.pledge.map { $0 }
    }()
    #expect(kept == nil)
    await #expect(throws: BrokenPromiseError.self) { try await broken.value }
  }
}
