import Pledge
import Testing

struct ResolverTests {
  @Test func `fulfils its promise and says so`() {
    let (promise, resolver) = Promise<Int>.pending()

    #expect(resolver.fulfill(1))
    #expect(promise.got == 1)
  }

  @Test func `fulfils its promise without a value`() {
    let (promise, resolver) = Promise<Void>.pending()

    #expect(resolver.fulfill())
    #expect(promise.isFulfilled)
  }

  @Test func `rejects its promise and says so`() {
    let (promise, resolver) = Promise<Int>.pending()

    #expect(resolver.reject(Broken(number: 1)))
    #expect(promise.broken == Broken(number: 1))
  }

  @Test(arguments: [Result<Int, Broken>.success(2), .failure(Broken())])
  func `settles its promise with a result and says so`(outcome: Result<Int, Broken>) {
    let (promise, resolver) = Promise<Int>.pending()

    #expect(resolver.settle(outcome.mapError { $0 }))
    #expect(promise.result.map { $0.mapError { $0 as? Broken ?? Broken(number: -1) } } == outcome)
  }

  @Test func `says that a second settlement has lost`() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.fulfill(1)

    #expect(!resolver.fulfill(2))
    #expect(!resolver.reject(nil))
    #expect(!resolver.settle(.success(3)))
    #expect(promise.got == 1)
  }

  @Test func `says that it has lost to the owner of the promise`() {
    let (promise, resolver) = Promise<Int>.pending()
    promise.discard()

    #expect(!resolver.fulfill(1))
    #expect(promise.isDiscarded)
  }

  @Test func `says on one of many threads that it has won`() {
    for _ in 0..<100 {
      let wins = Tally<Int>()
      let (promise, resolver) = Promise<Int>.pending()

      concurrently(8) { index in
        if resolver.fulfill(index) { wins.note(index) }
      }

      #expect(wins.entries == [promise.got])
    }
  }
}

// MARK: - Lost ones

extension ResolverTests {
  @Test func `lost while the promise is pending, it abandons that`() {
    let promise = Promise<Int>.pending().promise

    #expect(promise.failure is BrokenPromiseError)
  }

  @Test func `the loss names the place where the promise was made`() {
    let promise = Promise<Int>.pending(file: "Some/File.swift", line: 7).promise

    #expect(promise.failure.map { "\($0)" }?.contains("Some/File.swift:7") == true)
  }

  @Test func `a copy keeps the promise pending`() {
    let copy = Locked<Resolver<Int>?>(nil)
    let promise = Promise<Int> { copy.value = $0 }
    #expect(promise.isPending)

    copy.value = nil

    #expect(promise.failure is BrokenPromiseError)
  }

  @Test func `lost after the promise is settled, it changes nothing`() {
    let promise = Promise<Int> { $0.fulfill(1) }

    #expect(promise.got == 1)
  }
}

// MARK: - onDiscard

extension ResolverTests {
  @Test func `stops the work in the order given, before handlers hear of a discard`() {
    let events = Tally<String>()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onDiscard { events.note("first") }
    promise.observe { _ in events.note("hear") }
    resolver.onDiscard { events.note("second") }

    promise.discard()

    #expect(events.entries == ["first", "second", "hear"])
  }

  @Test func `stops the work at once if the promise is discarded already`() {
    let stopped = Tally<Void>()
    let (promise, resolver) = Promise<Int>.pending()
    promise.discard()

    resolver.onDiscard { stopped.note() }

    #expect(stopped.count == 1)
  }

  @Test func `does not stop work that has ended`() {
    let cage = Cage()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onDiscard(cage.closure())
    resolver.fulfill(1)
    #expect(cage.living == 0)

    resolver.onDiscard { Issue.record("stopped") }
    promise.discard()

    #expect(promise.got == 1)
  }

  @Test func `has the work stopped when the last consumer leaves`() {
    let stopped = Tally<Void>()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onDiscard { stopped.note() }

    promise.map { $0 }.discard()

    #expect(stopped.count == 1)
    #expect(promise.isDiscarded)
  }

  @Test func `what stops the work may settle and discard the promise`() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onDiscard {
      promise.discard()
      #expect(!resolver.fulfill(1))
    }

    promise.discard()

    #expect(promise.isDiscarded)
  }

  @Test func `stops the work once when it races with a discard`() {
    for _ in 0..<200 {
      let stopped = Tally<Void>()
      let (promise, resolver) = Promise<Int>.pending()

      concurrently(2) { index in
        if index == 0 { promise.discard() } else { resolver.onDiscard { stopped.note() } }
      }

      #expect(stopped.count == 1)
    }
  }
}
