import Pledge
import PledgeTestSupport
import Testing

@Suite("19 `BatchLoader`", .hangLimit)
struct Batches {
  private let clock = ManualClock()
  private let sent = Log<[Int]>()
  private let works = Log<Promise<[Int: Int]>>()

  private func loader(window: Duration = .seconds(1), max: Int? = nil) -> BatchLoader<Int, Int> {
    BatchLoader(window: window, maxBatchSize: max, clock: clock) { [sent, works] keys in
      let work = Promise<[Int: Int]>(discard: {})
      sent.add(keys)
      works.add(work)
      return work
    }
  }

  /// Returns a loader that loads ten times each key.
  private func tenfold(max: Int? = nil) -> BatchLoader<Int, Int> {
    BatchLoader(window: .seconds(1), maxBatchSize: max, clock: clock) { [sent] keys in
      sent.add(keys)
      return Promise(value: Dictionary(uniqueKeysWithValues: keys.map { ($0, 10 * $0) }))
    }
  }

  // MARK: - Batches

  @Test func `19.1.1 Requests are collected, and sent together when the window ends`() async {
    let loader = tenfold()
    let first = loader.value(for: 1)
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(999))
    let second = loader.value(for: 2)
    #expect(sent.entries == [])
    clock.advance(by: .milliseconds(1))

    _ = await second.settled()
    #expect(sent.entries == [[1, 2]])
    #expect([first, second].map(\.got) == [10, 20])
  }

  @Test func `19.1.2 A batch is sent as soon as it has maxBatchSize keys`() async {
    let loader = tenfold(max: 2)
    let values = [1, 1, 2, 3].map { loader.value(for: $0) }

    #expect(sent.entries == [[1, 2]])
    #expect(values.map(\.got) == [10, 10, 20, nil])
    await clock.waitForSleepers(1)
    loader.flush()
    await clock.waitForSleepers(0)
  }

  @Test func `19.1.3 flush sends the batch before it returns`() async {
    let loader = tenfold()
    loader.flush()
    let value = loader.value(for: 1)
    loader.flush()
    loader.flush()

    #expect(sent.entries == [[1]])
    #expect(value.got == 10)
    await clock.waitForSleepers(0)
  }

  @Test func `19.1.4 A batch has each key once, in the order of the first requests`() {
    let loader = tenfold()
    let values = [5, 3, 5, 9, 3].map { loader.value(for: $0) }
    values[0].discard()
    loader.flush()

    #expect(sent.entries == [[5, 3, 9]])
    #expect(values.map(\.got) == [nil, 30, 50, 90, 30])
  }

  @Test func `19.1.5 A request that is made after its batch was sent is in the next batch`() {
    let loader = loader()
    _ = loader.value(for: 1)
    loader.flush()
    let duringLoad = loader.value(for: 1)
    works.entries[0].resolve([1: 10])
    loader.flush()
    works.entries[1].resolve([1: 11])
    #expect(duringLoad.got == 11)
    _ = loader.value(for: 1)
    loader.flush()

    #expect(sent.entries == [[1], [1], [1]])
    works.entries[2].resolve([1: 12])
  }

  @Test func `19.1.6 With a window of zero, each request is sent before the call returns`() {
    let loader = loader(window: .zero)
    let values = [1, 1].map { loader.value(for: $0) }

    #expect(sent.entries == [[1], [1]])
    for (number, work) in works.entries.enumerated() { work.resolve([1: number]) }
    #expect(values.map(\.got) == [0, 1])
  }

  @Test func `19.1.7 Invalid arguments reject every request with ArgumentError`() {
    let texts = [loader(window: .seconds(-1)), loader(max: 0)].map { loader in
      (loader.value(for: 1).failure as? ArgumentError)?.description
    }

    #expect(
      texts == [
        "BatchLoader(window: -1.0 seconds): window must not be negative",
        "BatchLoader(maxBatchSize: 0): maxBatchSize must be at least 1",
      ]
    )
    #expect(sent.entries == [])
  }

  @Test func `19.1.8 A loader that is released still sends its batch`() async throws {
    let value = tenfold().value(for: 1)
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))

    #expect(try await value.settled().get() == 10)
  }

  // MARK: - Outcomes

  @Test(arguments: everyWay)
  func `19.2.1 A request is fulfilled with the value of its key`(way: Way) async throws {
    let values = way.resolve([1: 10, 2: 20]) { work in
      let loader = BatchLoader<Int, Int>(window: .seconds(1), clock: clock) { _ in work }
      let values = [1, 2].map { loader.value(for: $0) }
      loader.flush()
      return values
    }

    #expect(try await values[0].settled().get() == 10)
    #expect(try await values[1].settled().get() == 20)
  }

  @Test(arguments: everyWay)
  func `19.2.2 If a batch fails, its requests are rejected with the error`(way: Way) {
    let error = BrokenObject()
    let rejected = way.reject([Int: Int].self, with: error) { work in
      values(of: BatchLoader(window: .seconds(1), clock: clock) { _ in work })
    }
    let thrown = values(of: BatchLoader(window: .seconds(1), clock: clock) { _ in throw error })

    #expect((rejected + thrown).allSatisfy { $0.failure as? BrokenObject === error })
  }

  /// Requests two keys, and sends the batch.
  private func values(of loader: BatchLoader<Int, Int>) -> [Promise<Int>] {
    let values = [1, 2].map { loader.value(for: $0) }
    loader.flush()
    return values
  }

  @Test func `19.2.3 A request whose key is missing is rejected with MissingKeyError`() {
    let values = values(
      of: BatchLoader(window: .seconds(1), clock: clock) { _ in Promise(value: [2: 20]) }
    )

    let error = values[0].failure as? MissingKeyError
    #expect(error?.key as? Int == 1)
    #expect(error?.description == "the batch has no value for the key 1")
    #expect(values[1].got == 20)
  }

  @Test func `19.2.4 If a batch has a key that was not requested, its requests are rejected`() {
    let values = values(
      of: BatchLoader(window: .seconds(1), clock: clock) { _ in
        Promise(value: [1: 10, 2: 20, 3: 30])
      }
    )

    let texts = values.map { ($0.failure as? ArgumentError)?.description }
    let text = "BatchLoader: the batch has the key 3, which was not requested; leave it out"
    #expect(texts == [text, text])
  }

  @Test func `19.2.5 A batch that waits for one of its requests is rejected with CycleError`() {
    let slot = Locked<Promise<Int>?>(nil)
    let loader = BatchLoader<Int, Int>(window: .seconds(1), clock: clock) { _ in
      slot.value.map { $0.map { [1: $0] } } ?? Promise(value: [:])
    }
    slot.value = loader.value(for: 1)
    let result = slot.value?.map { $0 }
    loader.flush()

    #expect(result?.failure is CycleError)
    slot.value = nil
  }

  @Test func `19.2.6 If the clock fails, the requests are rejected with its error`() async {
    let loader = BatchLoader<Int, Int>(window: .seconds(1), clock: FailingClock()) { _ in
      Promise(value: [:])
    }
    let value = loader.value(for: 1)
    _ = await value.settled()

    #expect(value.failure is Broken)
  }

  // MARK: - Detaching

  @Test func `19.3.1 A request that detaches before its batch is sent removes its key`() {
    let loader = tenfold()
    let values = [1, 2, 3, 2, 4].map { loader.value(for: $0) }

    values[0].discard()
    values[1].map { $0 }.discard()
    values[2].resolve(7)
    loader.flush()

    #expect(sent.entries == [[2, 4]])
    #expect(values.map(\.got) == [nil, nil, 7, 20, 40])
  }

  @Test func `19.3.2 A batch without keys is not sent`() async {
    let loader = tenfold()
    let values = [1, 2].map { loader.value(for: $0) }
    await clock.waitForSleepers(1)

    for value in values { value.discard() }
    await clock.waitForSleepers(0)
    loader.flush()

    #expect(sent.entries == [])
  }

  @Test
  func `19.3.3 When the last request detaches from a batch that was sent, its work is discarded`() {
    let loader = loader()
    let values = [1, 2, 2].map { loader.value(for: $0) }
    loader.flush()

    values[0].discard()
    values[1].discard()
    #expect(works.entries[0].isPending)
    values[2].map { $0 }.discard()

    #expect(works.entries[0].isDiscarded)
  }

  @Test func `19.3.4 A request that detaches does not affect the others`() {
    let loader = loader()
    let values = [1, 1, 2].map { loader.value(for: $0) }

    values[0].discard()
    loader.flush()
    values[2].discard()
    works.entries[0].resolve([1: 10, 2: 20])

    #expect(values[1].got == 10)
  }

  @Test
  func `19.3.5 A request that is added while the last one detaches is not discarded with it`() {
    let newRequest = Locked<Promise<Int>?>(nil)
    let wrong = raced(
      rounds: 2_000,
      sharing: tenfold(),
      [
        { loader in loader.value(for: 1).discard() },
        { loader in newRequest.value = loader.value(for: 2) },
      ],
      isRight: { loader in
        loader.flush()
        return newRequest.value?.got == 20
      }
    )

    #expect(wrong == 0)
  }

  @Test(
    "19.3.6 A request that ends while its batch is sent settles once, regardless of threads",
    arguments: ManualSettlement.allCases
  )
  func clause19_3_6(manual: ManualSettlement) {
    let wrong = raced(
      rounds: 2_000,
      sharing: Round(),
      [
        { $0.loader.flush() },
        { manual.settle($0.values[0]) },
        { $0.values[1].discard() },
      ],
      isRight: { round in
        round.loader.flush()
        return round.values.allSatisfy { !$0.isPending } && round.batches.count <= 1
      }
    )

    #expect(wrong == 0)
  }
}

/// Two requests of a batch.
private final class Round: Sendable {
  let batches = Log<[Int]>()
  let loader: BatchLoader<Int, Int>
  let values: [Promise<Int>]

  init() {
    loader = BatchLoader(window: .seconds(1), clock: ManualClock()) { [batches] keys in
      batches.add(keys)
      return Promise(value: Dictionary(uniqueKeysWithValues: keys.map { ($0, $0) }))
    }
    values = [1, 2].map { [loader] in loader.value(for: $0) }
  }
}
