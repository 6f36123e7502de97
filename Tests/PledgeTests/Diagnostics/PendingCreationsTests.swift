import Pledge
import PledgeTestSupport
import Testing

struct PendingCreationsTests {
  private let pending = PendingCreations()

  @Test func `a pending promise is named with its source location`() {
    let promise = pending.recording { Promise<Int>(file: "Sync/Upload.swift", line: 42) }

    #expect(pending.entries.map(\.description) == ["Sync/Upload.swift:42"])
    promise.resolve(1)
    #expect(pending.entries.isEmpty)
  }

  @Test func `every way to create a pending promise counts`() {
    let never = Promise<Int>()
    let (promises, resolvers) = pending.recording {
      let resolved = Promise<Int>.pending()
      let kept = Locked<Resolver<Int>?>(nil)
      let promises: [Promise<Int>] = [
        Promise(), Promise(discard: {}), resolved.promise,
        Promise { (resolver: Resolver<Int>) in kept.value = resolver },
        race(never, never),
      ]
      return (promises, [resolved.resolver, kept.value])
    }

    #expect(pending.entries.count == 5)
    for promise in promises { promise.discard() }
    withExtendedLifetime(resolvers) {}
  }

  @Test func `a promise that is settled from the start does not count`() {
    let promise = pending.recording { Promise(value: 1) }

    #expect(pending.entries.isEmpty)
    withExtendedLifetime(promise) {}
  }

  @Test func `derived promises do not count again`() {
    let source = Promise<Int>()
    let stage = pending.recording { source.map { $0 } }

    #expect(pending.entries.isEmpty)
    source.resolve(1)
    #expect(stage.isFulfilled)
  }

  @Test func `the timer of a pending promise is not named`() {
    let (source, limited) = pending.recording {
      let source = Promise<Int>(file: "F", line: 7)
      return (source, source.timeout(after: .seconds(3_600)))
    }

    #expect(Set(pending.entries.map(\.description)) == ["F:7"])
    source.resolve(1)
    #expect(limited.isFulfilled)
  }

  @Test func `nothing is kept alive`() {
    weak var promise: Promise<Int>?
    pending.recording {
      let made = Promise<Int>()
      promise = made
      withExtendedLifetime(made) {}
    }

    #expect(promise == nil)
    #expect(pending.entries.isEmpty)
  }

  @Test func `tasks started in the scope belong to it`() async throws {
    let inner = Locked<Promise<Int>?>(nil)
    try await pending.recording {
      try await Promise { inner.value = Promise<Int>() }.value
    }

    #expect(pending.entries.count == 1)
    inner.value?.resolve(1)
    #expect(pending.entries.isEmpty)
  }

  @Test func `ten thousand settled promises do not hide one that is pending`() {
    let promise = pending.recording {
      let promise = Promise<Int>(file: "F", line: 7)
      for _ in 0..<10_000 { Promise<Int>().resolve(1) }
      return promise
    }

    #expect(pending.entries.map(\.line) == [7])
    promise.resolve(1)
  }

  @Test func `promises may be created on several threads concurrently`() {
    let promises = Locked<[Promise<Int>]>([])
    concurrently(8) { _ in
      pending.recording {
        for _ in 0..<200 {
          let promise = Promise<Int>()
          promises.withLock { $0.append(promise) }
        }
      }
    }

    #expect(pending.entries.count == 1_600)
    for promise in promises.value { promise.resolve(1) }
    #expect(pending.entries.isEmpty)
  }
}
