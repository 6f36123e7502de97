import Dispatch
import PledgeThen
import TestSupport
import Testing

/// A promise whose source is gone can be settled directly, as in then.
@Suite(.hangLimit)
struct DirectSettlementTests {
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
}
