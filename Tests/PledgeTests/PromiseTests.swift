import Pledge
import PledgeTestSupport
import Testing

struct PromiseTests {
  @Test func `is initially pending`() {
    #expect(Promise<Int>().isPending)
  }

  @Test func `may be settled from the start`() {
    #expect(Promise(value: 1).got == 1)
    #expect(Promise<Int>(error: Broken()).broken == Broken())
    #expect(Promise<Int>(result: .success(1)).got == 1)
    #expect(Promise<Int>(result: .failure(Broken())).broken == Broken())
  }

  @Test func `is fulfilled manually`() {
    let promise = Promise<Int>()

    promise.resolve(1)

    #expect(promise.got == 1)
  }

  @Test func `without a value is fulfilled manually`() {
    let promise = Promise<Void>()

    promise.resolve()

    #expect(promise.isFulfilled)
  }

  @Test func `is rejected manually`() {
    let promise = Promise<Int>()

    promise.reject(Broken(number: 1))

    #expect(promise.broken == Broken(number: 1))
  }

  @Test func `is settled before its handlers run`() {
    let source = Promise<Int>()
    let states = Log<Bool>()
    source.observe { [source] _ in states.add(source.isFulfilled) }

    source.resolve(1)

    #expect(states.entries == [true])
  }

  @Test func `settles a million stages without a deep stack`() {
    let source = Promise<Int>()
    var last = source
    for _ in 0..<1_000_000 { last = last.map { $0 + 1 } }

    source.resolve(0)

    #expect(last.got == 1_000_000)
  }
}

// MARK: - Settling twice

extension PromiseTests {
  @Test func `a second settlement of a fulfilled promise does nothing`() {
    let promise = Promise(value: 1)

    promise.resolve(2)
    promise.reject(Broken())
    promise.discard()

    #expect(promise.got == 1)
  }

  @Test func `a second settlement of a rejected promise does nothing`() {
    let promise = Promise<Int>(error: Broken(number: 1))

    promise.resolve(2)
    promise.reject(Broken(number: 2))
    promise.discard()

    #expect(promise.broken == Broken(number: 1))
  }

  @Test func `a second settlement of a discarded promise does nothing`() {
    let promise = Promise<Int>()
    promise.discard()

    promise.resolve(2)
    promise.reject(Broken())
    promise.discard()

    #expect(promise.isDiscarded)
  }

  @Test func `a second settlement calls no handler again`() {
    let calls = Log<Void>()
    let promise = Promise<Int>()
    promise.observe { _ in calls.add() }

    promise.resolve(1)
    promise.resolve(2)

    #expect(calls.count == 1)
  }

  @Test func `settled from many threads, it has the outcome of one`() {
    for _ in 0..<100 {
      let outcomes = Log<Int?>()
      let promise = Promise<Int>()
      promise.observe { outcomes.add(try? $0.get()) }

      concurrently(8) { index in
        switch index % 3 {
        case 0: promise.resolve(index)
        case 1: promise.reject(Broken())
        default: promise.discard()
        }
      }

      #expect(outcomes.entries == [promise.got])
    }
  }
}

// MARK: - Discarding

extension PromiseTests {
  @Test func `discarding it stops the work before handlers run`() {
    let events = Log<String>()
    let promise = Promise<Int>(discard: { events.add("stop") })
    promise.observe { _ in events.add("handler") }

    promise.discard()

    #expect(promise.isDiscarded)
    #expect(events.entries == ["stop", "handler"])
  }

  @Test func `discarding it from many threads stops the work once`() {
    for _ in 0..<100 {
      let stopped = Log<Void>()
      let promise = Promise<Int>(discard: { stopped.add() })

      concurrently(8) { _ in promise.discard() }

      #expect(stopped.count == 1)
    }
  }

  @Test func `its discard block may settle and discard it`() {
    let slot = Locked<Promise<Int>?>(nil)
    let promise = Promise<Int>(discard: {
      slot.value?.resolve(1)
      slot.value?.discard()
    })
    slot.value = promise

    promise.discard()

    #expect(promise.isDiscarded)
    slot.value = nil
  }

  @Test func `discarding a chain discards promises without other consumers`() {
    let source = Promise<Int>(discard: {})
    let middle = source.map { $0 }
    let end = middle.map { $0 }

    end.discard()

    #expect(end.isDiscarded)
    #expect(middle.isDiscarded)
    #expect(source.isDiscarded)
  }

  @Test func `discarding a branch does not affect the source of the other one`() {
    let source = Promise<Int>(discard: {})
    let branches = (source.map { $0 }, source.map { $0 })

    branches.0.discard()
    source.resolve(1)

    #expect(branches.0.isDiscarded)
    #expect(branches.1.got == 1)
  }

  @Test func `a promise without a discard block is not settled by detaching consumers`() {
    let source = Promise<Int>()

    source.map { $0 }.discard()

    #expect(source.isPending)
  }

  @Test func `a consumer that is dropped has not detached`() {
    let source = Promise<Int>(discard: {})
    let calls = Log<Int>()
    _ = source.map { calls.add($0) }

    #expect(source.isPending)
    source.resolve(1)

    #expect(calls.entries == [1])
  }
}

// MARK: - Broken promises

extension PromiseTests {
  @Test func `dropped while pending, it breaks the promises that wait for it`() {
    var source: Promise<Int>? = Promise()
    let stage = source?.map { $0 }
    #expect(stage?.isPending == true)

    source = nil

    #expect(stage?.failure is BrokenPromiseError)
  }

  @Test func `dropped while pending, its error names its source location`() throws {
    let stage = Promise<Int>(file: "Some/File.swift", line: 7).map { $0 }.map { $0 }

    let failure = try #require(stage.failure as? BrokenPromiseError)
    #expect(failure.fileID == "Some/File.swift")
    #expect(failure.line == 7)
    #expect("\(failure)".contains("Some/File.swift:7"))
  }

  @Test func `dropped while pending, it releases its discard block without running it`() {
    let cage = Cage()
    let stopped = Log<Void>()
    do {
      let closure = cage.closure()
      _ = Promise<Int>(discard: {
        closure()
        stopped.add()
      })
    }

    #expect(stopped.count == 0)
    #expect(cage.living == 0)
  }
}
