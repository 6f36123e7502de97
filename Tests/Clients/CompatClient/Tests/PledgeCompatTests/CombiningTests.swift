import Dispatch
import TestSupport
import Testing

import struct Pledge.BrokenPromiseError

@Suite(.hangLimit)
struct CombiningTests {
  // In then, values are in the order of fulfillment.
  @Test(arguments: combining.filter { $0 != Then.self })
  func `the values are in the order of the members`(_ module: any Combining.Type) async throws {
    let sources = (0..<10).map { _ in module.pending() }
    let all = module.all(sources.map(\.promise))
    for index in sources.indices.reversed() { sources[index].fulfill(index) }
    #expect(try await all.value == Array(0..<10))
    let settled = module.all((0..<3).map { module.fulfilled($0) })
    #expect(try await settled.value == [0, 1, 2])
  }

  @Test(arguments: combining)
  func `without members there are no values`(_ module: any Combining.Type) async throws {
    #expect(try await module.all([]).value.isEmpty)
  }

  // The others wait for all members, or for those before.
  @Test(arguments: [PromiseKit.self, GooglePromises.self, When.self] as [any Combining.Type])
  func `the first error rejects a combination immediately, and stays`(
    _ module: any Combining.Type
  ) async {
    let sources = (0..<3).map { _ in module.pending() }
    let all = module.all(sources.map(\.promise))
    sources[2].reject(Broken(number: 2))
    await #expect(throws: Broken(number: 2)) { try await all.value }
    #expect(sources[0].promise.isPending)
    sources[0].reject(Broken(number: 1))
    sources[1].fulfill(1)
    module.flush()
    await #expect(throws: Broken(number: 2)) { try await all.value }
  }

  @Test(arguments: combining)
  func `ten thousand members are settled by several threads`(
    _ module: any Combining.Type
  ) async throws {
    let sources = (0..<10_000).map { _ in module.pending() }
    let all = module.all(sources.map(\.promise))
    await onThreads(4) { thread in
      for index in stride(from: thread, to: 10_000, by: 4) { sources[index].fulfill(index) }
    }
    #expect(try await all.value.sorted() == Array(0..<10_000))
  }

  @Test(arguments: racing)
  func `the first settlement wins a race, and the others continue`(_ module: any Racing.Type) {
    for fails in [false, true] {
      let (slow, fast) = (module.pending(), module.pending())
      let loser = slow.promise.map { $0 + 1 }
      let race = module.race([loser, fast.promise])
      module.flush()
      #expect(race.isPending)
      if fails { fast.reject(Broken()) } else { fast.fulfill(2) }
      module.flush()
      slow.fulfill(7)
      module.flush()
      #expect(race.value == (fails ? nil : 2) && race.error as? Broken == (fails ? Broken() : nil))
      #expect(loser.value == 8)
    }
  }

  @Test(arguments: racing)
  func `a race without an end retains nothing in a member that stays pending`(
    _ module: any Racing.Type
  ) {
    let never = module.pending()
    weak var life: Life?
    for _ in 0..<100 {
      let captured = Life()
      life = captured
      module.race([never.promise, module.fulfilled(1)])
        .observe { _ in withExtendedLifetime(captured) {} }
      module.flush()
    }
    #expect(life == nil && never.promise.isPending)
  }

  @Test(arguments: racing)
  func `a broken member does not win a race`(_ module: any Racing.Type) {
    let other = module.pending()
    let race = breaking(module) { module.race([$0, other.promise]) }
    module.flush()
    #expect(race.isPending)
    other.fulfill(1)
    module.flush()
    #expect(race.value == 1)
  }

  // In the others, only the values of all members settle the combination, or those before.
  @Test(arguments: [PromiseKit.self, GooglePromises.self, When.self] as [any Combining.Type])
  func `an error rejects a combination with a broken member`(_ module: any Combining.Type) async {
    let other = module.pending()
    let all = breaking(module) { module.all([$0, other.promise]) }
    module.flush()
    other.reject(Broken())
    await #expect(throws: Broken.self) { try await all.value }
  }

  @Test(arguments: combining)
  func `a combination whose other members are fulfilled is broken`(
    _ module: any Combining.Type
  ) async {
    let all = breaking(module) { module.all([module.fulfilled(1), $0, module.fulfilled(1)]) }
    await #expect(throws: BrokenPromiseError.self) { try await all.value }
  }
}
