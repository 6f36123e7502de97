import Pledge
import PledgeTestSupport
import Testing

struct PromiseTests {
  @Test func `settles with a result that has a specific error type`() {
    let failure = Result<Int, Broken>.failure(Broken(number: 3))
    let (later, given) = (Promise<Int>(), Promise<Int>.pending())

    later.settle(with: failure)

    #expect(given.resolver.settle(with: failure))
    #expect(!given.resolver.settle(with: Result<Int, Broken>.success(1)))
    #expect([Promise(result: failure), later, given.promise].allSatisfy { $0.failure is Broken })
    #expect(Promise(result: Result<Int, Broken>.success(1)).got == 1)
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

struct FutureTests {
  @Test func `may be used by many threads concurrently`() {
    let source = Promise<Int>()
    let values = Log<Int>()

    concurrently(200) { index in
      source.observe { _ in values.add(index) }
      if index == 100 { source.resolve(1) }
      _ = (source.isPending, source.result, source.description)
    }

    #expect(Set(values.entries) == Set(0..<200))
    #expect(values.count == 200)
  }
}

struct ChainTests {
  @Test func `a stage may be chained after another promise`() {
    let (source, other) = (Promise<Int>(), Promise<Int>())
    let stage = source.map { $0 }
    stage.chain(after: other)

    other.resolve(2)
    source.resolve(1)

    #expect(stage.got == 2)
    #expect(source.got == 1)
  }

  @Test func `a cycle that settles by other means leaves nothing behind`() {
    let cage = Cage()
    do {
      let (first, second) = (Promise<Canary>(), Promise<Canary>())
      first.chain(after: second)
      second.resolve(cage.canary())
      second.chain(after: first)

      #expect(first.isFulfilled)
    }

    #expect(cage.living == 0)
  }
}

struct ResolverTests {
  @Test func `the error names the place where the promise was created`() {
    let promise = Promise<Int>.pending(file: "Some/File.swift", line: 7).promise

    #expect(promise.failure.map { "\($0)" }?.contains("Some/File.swift:7") == true)
  }
}

struct ProducingTests {
  @Test func `a body on a context runs once`() {
    let calls = Log<Void>()
    let promise = Promise(on: TwiceContext()) { calls.add() }

    #expect(promise.isFulfilled)
    #expect(calls.count == 1)
  }

  @Test func `a body on a context that runs it on many threads runs once`() {
    let calls = Log<Void>()
    for _ in 0..<100 { #expect(!Promise(on: CrowdContext()) { calls.add() }.isPending) }

    #expect(calls.count == 100)
  }
}

/// A class whose instances are not `Sendable`.
private final class Image {
  var size = 1
}

@MainActor
struct MainValueTests {
  @Test func `is changed in place`() {
    let carried = MainValue(Image())

    carried.value.size = 5

    #expect(carried.value.size == 5)
  }
}

struct UncheckedSendableTests {
  @Test func `its value may be replaced`() {
    var carried = UncheckedSendable(1)

    carried.value = 2

    #expect(carried.value == 2)
  }
}
