import Dispatch
import Pledge
import PledgeCombine
import TestSupport
import Testing

@Suite(.hangLimit)
struct PublisherTests {
  @Test func `the first value fulfills, after the subscription is canceled`() {
    let source = Source<Int>()
    let first = source.firstValue()
    let seen = Locked<[String]>([])
    first.observe { _ in seen.withLock { $0 = source.log.value } }

    source.subscribe()
    source.send(1)

    #expect(first.map { $0 == 1 }.isFulfilled)
    #expect(seen.value == ["request 1", "cancel"])
  }

  @Test func `the last value, and all of them, are known at the end`() throws {
    let subject = PassthroughSubject<Int, any Error>()
    let (last, all) = (subject.lastValue(), subject.allValues())

    for value in 1...3 { subject.send(value) }
    #expect(last.isPending && all.isPending)
    subject.send(completion: .finished)

    #expect(try last.result?.get() == 3)
    #expect(try all.result?.get() == [1, 2, 3])
  }

  @Test func `publishers that publish immediately settle immediately`() throws {
    #expect(try Just(1).firstValue().result?.get() == 1)
    #expect(try [1, 2, 3].publisher.firstValue().result?.get() == 1)
    #expect(try [1, 2, 3].publisher.lastValue().result?.get() == 3)
    #expect(try CurrentValueSubject<Int, Never>(4).firstValue().result?.get() == 4)
    #expect(try (0..<100_000).publisher.allValues().result?.get().count == 100_000)
  }

  @Test func `an error rejects, whatever came before it`() {
    let subject = PassthroughSubject<Int, Broken>()
    let promises = (subject.firstValue(), subject.lastValue(), subject.allValues())
    subject.send(1)

    subject.send(completion: .failure(Broken()))

    #expect(promises.0.isFulfilled)
    #expect(throws: Broken()) { try promises.1.result?.get() }
    #expect(throws: Broken()) { try promises.2.result?.get() }
  }

  @Test func `an end without a value is an error that suggests allValues`() throws {
    let empty = Empty<Int, Never>()

    #expect(throws: EmptyPublisherError()) { try empty.firstValue().result?.get() }
    #expect(throws: EmptyPublisherError()) { try empty.lastValue().result?.get() }
    #expect(try empty.allValues().result?.get() == [])
    #expect("\(EmptyPublisherError())".contains("allValues()"))
  }

  @Test(arguments: [false, true])
  func `discarding or detaching cancels the subscription, and late values do nothing`(
    detaches: Bool
  ) {
    let source = Source<Int>()
    let last = source.lastValue()
    source.subscribe()

    if detaches { last.map { $0 }.discard() } else { last.discard() }
    source.send(1)
    source.finish()

    #expect(source.log.value == ["request all", "cancel"])
    #expect(throws: DiscardedError()) { try last.result?.get() }
  }

  @Test func `a publisher that releases its subscriber breaks the promise`() {
    let source = Source<Int>()
    let line: UInt = #line + 1
    let promise = source.firstValue()
    source.subscribe()

    source.forget()

    let error = #expect(throws: BrokenPromiseError.self) { try promise.result?.get() }
    #expect(error?.line == line)
    #expect(Empty<Int, Never>(completeImmediately: false).firstValue().isRejected)
  }

  @Test func `a late or second subscription is canceled`() {
    let source = Source<Int>()
    let promise = source.firstValue()

    source.subscribe()
    source.subscribe()
    #expect(source.log.value == ["request 1", "cancel"])
    promise.discard()
    source.subscribe()

    #expect(source.log.value == ["request 1", "cancel", "cancel", "cancel"])
  }

  @Test func `a second end, and values after the end, do nothing`() throws {
    let source = Source<Int>()
    let all = source.allValues()
    source.subscribe()

    source.send(1)
    source.finish()
    source.send(2)
    source.finish(Broken())

    #expect(try all.result?.get() == [1])
  }

  @Test func `values that are not needed, and the subscription, are released`() {
    let source = Source<Locked<Int>>()
    let last = source.lastValue()
    weak var first: Locked<Int>?
    source.subscribe()
    do {
      let value = Locked(1)
      first = value
      source.send(value)
    }
    #expect(first != nil)

    source.send(Locked(2))

    #expect(first == nil && last.isPending)
  }

  @Test func `a concurrent value and discard have either outcome`() async throws {
    for _ in 0..<300 {
      let source = Source<Int>()
      let promise = source.firstValue()
      source.subscribe()
      let actions: [@Sendable () -> Void] = [{ source.send(1) }, { promise.discard() }]
      _ = try await all(actions.map { action in Promise(on: .global(), action) }).value

      #expect(!promise.isPending)
      #expect(source.log.value == ["request 1", "cancel"])
    }
  }
}
