import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct DiscardBagTests {
  private let bag = DiscardBag()
  private let discards = Log<Int>()

  /// Returns a pending promise that records its discard.
  private func promise(_ number: Int = 0) -> Promise<Int> {
    Promise(discard: { [discards] in discards.add(number) })
  }

  @Test func `it returns the promise`() {
    let promise = promise()

    #expect(promise.discarded(by: DiscardBag()) === promise)
  }

  @Test func `a promise that is in it twice is discarded once`() {
    let promise = promise(1)
    promise.discarded(by: bag).discarded(by: bag)

    bag.discardAll()

    #expect(discards.entries == [1])
  }

  @Test func `a discard may put a promise into it`() {
    let late = promise(2)
    let early = Promise<Int>(discard: { late.discarded(by: bag) }).discarded(by: bag)

    bag.discardAll()
    #expect(early.isDiscarded)
    #expect(late.isPending)

    bag.discardAll()
    #expect(late.isDiscarded)
  }

  @Test func `a handler may release the last reference to it`() {
    let holder = Locked<DiscardBag?>(DiscardBag())
    let first = promise(1)
    holder.value.map { bag in _ = first.discarded(by: bag) }
    let second = promise(2)
    holder.value.map { bag in _ = second.discarded(by: bag) }
    first.catch { _ in holder.value = nil }

    holder.value?.discardAll()

    #expect(second.isDiscarded)
    #expect(holder.value == nil)
  }

  @Test func `many threads fill and empty it`() {
    let promises = (0..<2_000).map { _ in promise() }

    concurrently(2_000) { number in
      promises[number].discarded(by: bag)
      if number.isMultiple(of: 50) { bag.discardAll() }
    }
    bag.discardAll()

    #expect(promises.allSatisfy { $0.isDiscarded })
    #expect(discards.count == 2_000)
  }
}
