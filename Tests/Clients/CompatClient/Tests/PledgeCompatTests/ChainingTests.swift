import Dispatch
import TestSupport
import Testing

import struct Pledge.BrokenPromiseError

@Suite(.hangLimit)
struct ChainingTests {
  @Test(arguments: throwing)
  func `an error that a handler throws rejects`(_ module: any Throwing.Type) {
    let source = module.fulfilled(1)
    let promises: [any CompatPromise] = [
      source.tryMap { _ in throw Broken() }, source.tryThen { _ in throw Broken() },
    ]
    module.flush()
    #expect(promises.allSatisfy { $0.error is Broken })
  }

  @Test(arguments: modules)
  func `a derived promise without references lives until its source is settled`(_ module: Module) {
    let (source, log) = (module.pending(), Log<String>())
    weak var stage: AnyObject?
    do {
      let made = source.promise.map { $0 + 1 }
      stage = made.object
      made.then { module.fulfilled($0 * 10) }.observe { log.add($0.word) }
    }
    module.flush()
    source.fulfill(1)
    module.flush()
    #expect(log.entries == ["20"])
    #expect(stage == nil)
  }

  // In the others, a source does not retain the objects that follow it.
  @Test(arguments: [false, true])
  func `in google/promises, all derived promises live until their source is settled`(fails: Bool) {
    let source = GooglePromises()
    let derived = source.derived(Log()).map { Weak($0.promise) }
    GooglePromises.flush()
    #expect(derived.allSatisfy { $0.object != nil })
    if fails { source.reject(Broken()) } else { source.fulfill(1) }
    GooglePromises.flush()
    #expect(derived.map { $0.object == nil } == derived.map { _ in true })
  }

  @Test(arguments: recovering)
  func `a recovery replaces an error, and a value passes without a call`(
    _ module: any Recovering.Type
  ) {
    let (inner, log) = (module.pending(), Log<String>())
    let failed = module.rejected(Broken(number: 1))
    let replaced = failed.recover { module.fulfilled(($0 as? Broken)?.number ?? 0) }
    let again = failed.recover { _ in module.rejected(Other()) }
    let waiting = failed.recover { _ in inner.promise }
    let fine = module.fulfilled(2).recover { _ in log.pass(module.fulfilled(0), "recover") }
    module.flush()
    #expect(replaced.value == 1 && again.error is Other && fine.value == 2)
    #expect(waiting.isPending && log.entries.isEmpty)
    inner.fulfill(3)
    module.flush()
    #expect(waiting.value == 3)
  }
}

@Suite(.hangLimit)
struct CombiningTests {
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
}
