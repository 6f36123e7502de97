import TestSupport
import Testing

import struct Pledge.BrokenPromiseError
import class Pledge.Promise

/// A promise whose source is gone can be settled directly, as in the originals.
@Suite(.hangLimit)
struct DirectSettlementTests {
  @Test(arguments: direct, [true, false])
  func `a promise whose source is gone is settled directly`(_ module: any Direct.Type, fails: Bool)
  {
    let log = Log<String>()
    var derived: [any Direct] = breaking(module) { module.same($0).derived(Log()) }
    derived.append(module.fulfilled(1).then { _ in breaking(module) { $0 } })
    derived.append({ module.init(pledge: Pledge.Promise<Int>.pending().promise) }())
    for (number, promise) in derived.enumerated() {
      module.flush()
      promise.observe { _ in log.add("early \(number)") }
      let early = promise.map { $0 + 1 }
      #expect(promise.isPending && early.isPending, "promise \(number)")
      if fails { promise.reject(Broken(number: 1)) } else { promise.fulfill(42) }
      module.flush()
      promise.fulfill(43)
      promise.observe { _ in log.add("late \(number)") }
      module.flush()
      #expect(log.entries.suffix(2) == ["early \(number)", "late \(number)"])
      #expect(promise.value == (fails ? nil : 42) && early.value == (fails ? nil : 43))
      #expect(promise.error as? Broken == (fails ? Broken(number: 1) : nil), "promise \(number)")
      #expect(early.error as? Broken == (fails ? Broken(number: 1) : nil), "promise \(number)")
    }
  }

  @Test(arguments: direct)
  func `promises follow one whose source is gone, and which is settled directly`(
    _ module: any Direct.Type
  ) {
    let inner = breaking(module) { module.same($0).map { $0 } }
    let followers = inner.followers
    module.flush()
    #expect(followers.allSatisfy { $0.isPending })
    inner.fulfill(42)
    module.flush()
    #expect(followers.map(\.value) == followers.map { _ in 42 })
  }

  @Test(arguments: direct)
  func `a derived promise that is settled directly does not affect its source`(
    _ module: any Direct.Type
  ) {
    let source = module.pending()
    let derived = module.same(source.promise).derived(Log())
    for promise in derived { promise.fulfill(42) }
    module.flush()
    #expect(derived.allSatisfy { $0.value == 42 } && source.promise.isPending)
    source.fulfill(1)
    module.flush()
    #expect(derived.allSatisfy { $0.value == 42 } && source.promise.value == 1)
  }

  @Test(arguments: direct)
  func `handlers are released with the last reference to a promise whose source is gone`(
    _ module: any Direct.Type
  ) {
    weak var life: Life?
    var promise: (any Direct)? = breaking(module) { module.same($0).map { $0 } }
    do {
      let captured = Life()
      life = captured
      promise?.map { value in withExtendedLifetime(captured) { value } }
        .observe { _ in withExtendedLifetime(captured) {} }
    }
    module.flush()
    #expect(promise?.isPending == true && life != nil)
    promise = nil
    module.flush()
    #expect(life == nil)
  }

  @Test(arguments: direct)
  func `the future of a promise whose source is gone breaks with the last reference to it`(
    _ module: any Direct.Type
  ) async throws {
    let promise = breaking(module) { module.same($0).map { $0 } }
    let future = promise.pledge
    promise.fulfill(42)
    #expect(try await future.value == 42)
    let broken = breaking(module) { $0.map { $0 } }.pledge.map { $0 }
    await #expect(throws: BrokenPromiseError.self) { try await broken.value }
  }
}
