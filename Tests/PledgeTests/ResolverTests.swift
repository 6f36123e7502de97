import Pledge
import PledgeTestSupport
import Testing

struct ResolverTests {
  @Test func `fulfills its promise and returns 'true'`() {
    let (promise, resolver) = Promise<Int>.pending()

    #expect(resolver.resolve(1))
    #expect(promise.got == 1)
  }

  @Test func `fulfills its promise without a value`() {
    let (promise, resolver) = Promise<Void>.pending()

    #expect(resolver.resolve())
    #expect(promise.isFulfilled)
  }

  @Test func `rejects its promise and returns 'true'`() {
    let (promise, resolver) = Promise<Int>.pending()

    #expect(resolver.reject(Broken(number: 1)))
    #expect(promise.broken == Broken(number: 1))
  }

  @Test(arguments: [Result<Int, Broken>.success(2), .failure(Broken())])
  func `settles its promise with a result and returns 'true'`(outcome: Result<Int, Broken>) {
    let (promise, resolver) = Promise<Int>.pending()

    #expect(resolver.settle(with: outcome.mapError { $0 }))
    #expect(promise.result.map { $0.mapError { $0 as? Broken ?? Broken(number: -1) } } == outcome)
  }

  @Test func `returns 'false' for a second settlement`() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.resolve(1)

    #expect(!resolver.resolve(2))
    #expect(!resolver.reject(nil))
    #expect(!resolver.settle(with: .success(3)))
    #expect(promise.got == 1)
  }

  @Test func `returns 'false' after the owner settled the promise`() {
    let (promise, resolver) = Promise<Int>.pending()
    promise.discard()

    #expect(!resolver.resolve(1))
    #expect(promise.isDiscarded)
  }

  @Test func `returns 'true' on exactly one of many threads`() {
    for _ in 0..<100 {
      let wins = Log<Int>()
      let (promise, resolver) = Promise<Int>.pending()

      concurrently(8) { index in
        if resolver.resolve(index) { wins.add(index) }
      }

      #expect(wins.entries == [promise.got])
    }
  }
}

// MARK: - Released resolvers

extension ResolverTests {
  @Test func `released while the promise is pending, it breaks that promise`() {
    let promise = Promise<Int>.pending().promise

    #expect(promise.failure is BrokenPromiseError)
  }

  @Test func `the error names the place where the promise was created`() {
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

  @Test func `released after the promise is settled, it changes nothing`() {
    let promise = Promise<Int> { $0.resolve(1) }

    #expect(promise.got == 1)
  }
}

// MARK: - onDiscard

extension ResolverTests {
  @Test func `stops the work in the given order, before handlers of the discard run`() {
    let events = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onDiscard { events.add("first") }
    promise.observe { _ in events.add("handler") }
    resolver.onDiscard { events.add("second") }

    promise.discard()

    #expect(events.entries == ["first", "second", "handler"])
  }

  @Test func `stops the work immediately if the promise is already discarded`() {
    let stopped = Log<Void>()
    let (promise, resolver) = Promise<Int>.pending()
    promise.discard()

    resolver.onDiscard { stopped.add() }

    #expect(stopped.count == 1)
  }

  @Test func `does not stop work that has ended`() {
    let cage = Cage()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onDiscard(cage.closure())
    resolver.resolve(1)
    #expect(cage.living == 0)

    resolver.onDiscard { Issue.record("stopped") }
    promise.discard()

    #expect(promise.got == 1)
  }

  @Test func `stops the work when the last consumer detaches`() {
    let stopped = Log<Void>()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onDiscard { stopped.add() }

    promise.map { $0 }.discard()

    #expect(stopped.count == 1)
    #expect(promise.isDiscarded)
  }

  @Test func `the discard block may settle and discard the promise`() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onDiscard {
      promise.discard()
      #expect(!resolver.resolve(1))
    }

    promise.discard()

    #expect(promise.isDiscarded)
  }

  @Test func `stops the work once when it races with a discard`() {
    for _ in 0..<200 {
      let stopped = Log<Void>()
      let (promise, resolver) = Promise<Int>.pending()

      concurrently(2) { index in
        if index == 0 { promise.discard() } else { resolver.onDiscard { stopped.add() } }
      }

      #expect(stopped.count == 1)
    }
  }
}
