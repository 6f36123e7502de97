import Pledge
import PledgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(60)))
struct DiscardBagTests {
  private let cage = Cage()
  private let discards = Log<Int>()

  /// Returns a pending promise that records its discard.
  private func promise(_ number: Int = 0) -> Promise<Int> {
    Promise(discard: { [discards] in discards.add(number) })
  }

  @Test func `when released, it discards`() {
    let promise = promise()
    do {
      let bag = DiscardBag()
      promise.discarded(by: bag)
      #expect(promise.isPending)
      withExtendedLifetime(bag) {}
    }

    #expect(promise.isDiscarded)
  }

  @Test func `everything in it is discarded in order`() {
    let bag = DiscardBag()
    let promises = (1...3).map { promise($0).discarded(by: bag) }

    bag.discardAll()

    #expect(promises.allSatisfy { $0.isDiscarded })
    #expect(discards.entries == [1, 2, 3])
  }

  @Test func `it can be filled again`() {
    let bag = DiscardBag()
    promise(1).discarded(by: bag)
    bag.discardAll()
    let second = promise(2).discarded(by: bag)

    #expect(second.isPending)
    bag.discardAll()

    #expect(second.isDiscarded)
  }

  @Test func `it returns the promise`() {
    let promise = promise()

    #expect(promise.discarded(by: DiscardBag()) === promise)
  }

  @Test func `a promise that is in it twice is discarded once`() {
    let bag = DiscardBag()
    let promise = promise(1)
    promise.discarded(by: bag).discarded(by: bag)

    bag.discardAll()

    #expect(discards.entries == [1])
  }

  @Test func `a promise that was settled before it was added is not affected`() {
    let bag = DiscardBag()
    let promise = Promise(value: 1).discarded(by: bag)

    bag.discardAll()

    #expect(promise.got == 1)
  }

  @Test func `a promise that is settled after it was added is not affected`() {
    let bag = DiscardBag()
    let promise = promise().discarded(by: bag)

    promise.resolve(1)
    bag.discardAll()

    #expect(promise.got == 1)
    #expect(discards.count == 0)
  }

  @Test func `it is not a consumer`() {
    let bag = DiscardBag()
    let source = promise()
    source.discarded(by: bag)

    source.map { $0 }.discard()

    #expect(source.isDiscarded)
    withExtendedLifetime(bag) {}
  }

  @Test func `a stage in it does not affect others`() {
    let bag = DiscardBag()
    let source = promise()
    let other = source.map { $0 }
    source.map { $0 }.discarded(by: bag)

    bag.discardAll()
    source.resolve(1)

    #expect(other.got == 1)
  }
}

// MARK: - Lifetimes, re-entrancy, threads

extension DiscardBagTests {
  @Test func `it does not retain promises`() {
    let bag = DiscardBag()
    do {
      let promise = Promise<Int>(discard: cage.closure()).discarded(by: bag)
      #expect(promise.isPending)
      #expect(cage.living == 1)
    }

    #expect(cage.living == 0)
    bag.discardAll()
  }

  @Test func `it retains nothing of a settled promise`() {
    let bag = DiscardBag()
    for _ in 0..<1_000 {
      let promise = Promise<Canary>().discarded(by: bag)
      promise.resolve(cage.canary())
    }

    #expect(cage.living == 0)
    withExtendedLifetime(bag) {}
  }

  @Test func `a discard may put a promise into it`() {
    let bag = DiscardBag()
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
    let bag = DiscardBag()
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
