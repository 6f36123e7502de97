import TestSupport
import Testing

import struct Pledge.BrokenPromiseError
import class Pledge.Promise

@Suite(.hangLimit)
struct SettlingTests {
  @Test(arguments: modules)
  func `a promise is pending until it is fulfilled or rejected, or is created settled`(
    _ module: Module
  ) {
    let (one, two) = (module.pending(), module.pending())
    #expect(one.promise.isPending && two.promise.isPending)
    one.fulfill(1)
    two.reject(Broken(number: 2))
    module.flush()
    let fulfilled: [any CompatPromise] = [one.promise, module.fulfilled(1)]
    let rejected: [any CompatPromise] = [two.promise, module.rejected(Broken(number: 2))]
    #expect(fulfilled.allSatisfy { $0.value == 1 && $0.error == nil })
    #expect(rejected.allSatisfy { $0.value == nil && $0.error as? Broken == Broken(number: 2) })
  }

  @Test(arguments: modules)
  func `the first settlement counts`(_ module: Module) {
    let (one, two) = (module.pending(), module.pending())
    one.fulfill(1)
    two.reject(Broken(number: 1))
    module.flush()
    for source in [one, two] {
      source.fulfill(2)
      source.reject(Broken(number: 2))
    }
    module.flush()
    #expect(one.promise.value == 1 && one.promise.error == nil)
    #expect(two.promise.value == nil && two.promise.error as? Broken == Broken(number: 1))
  }

  // In When, the second of two early settlements counts for late handlers.
  @Test(arguments: modules.filter { $0 != When.self })
  func `of four threads one settles a promise, and all handlers receive its value`(
    _ module: Module
  ) async {
    for _ in 0..<200 {
      let source = module.pending()
      let log = Log<String>()
      await onThreads(4) { thread in
        source.promise.observe { log.add($0.word) }
        source.fulfill(thread)
        source.promise.observe { log.add($0.word) }
      }
      module.flush()
      let value = source.promise.value.map { "\($0)" } ?? "pending"
      #expect(log.entries == Array(repeating: value, count: 8))
    }
  }
}

@Suite(.hangLimit)
struct HandlerTests {
  @Test(arguments: modules)
  func `handlers run once, in the order of registration`(_ module: Module) {
    let (source, log) = (module.pending(), Log<Int>())
    for number in 0..<100 {
      if number == 50 { source.fulfill(1) }
      source.promise.observe { _ in log.add(number) }
    }
    source.fulfill(2)
    module.flush()
    #expect(log.entries == Array(0..<100))
  }

  // In BrightFutures, only observers count, not the closures of operators.
  @Test(arguments: modules.filter { $0 != BrightFutures.self })
  func `the handlers of a promise run before those of the promises derived from it`(
    _ module: Module
  ) {
    let (source, log) = (module.pending(), Log<String>())
    source.promise.map { log.pass($0, "map") }.observe { _ in log.add("derived") }
    source.promise.observe { _ in log.add("own") }
    module.beforeHandlers { source.fulfill(1) }
    module.flush()
    #expect(Set(log.entries.prefix(2)) == ["map", "own"] && log.entries.last == "derived")
  }

  // In Bolts and then, a late handler always runs immediately.
  @Test(arguments: modules.filter { $0 != Bolts.self && $0 != Then.self })
  func `a handler that another one registers runs after the earlier ones`(_ module: Module) {
    let (source, log) = (module.pending(), Log<String>())
    let promise = source.promise
    promise.observe { _ in
      log.add("first")
      promise.observe { _ in log.add("within the first") }
    }
    promise.observe { _ in log.add("second") }
    module.beforeHandlers { source.fulfill(1) }
    module.flush()
    #expect(log.entries == ["first", "second", "within the first"])
  }

  @Test(arguments: synchronous)
  func `handlers run inside the call that settles, on its thread`(_ module: Module) async {
    let (source, threads) = (module.pending(), Log<ObjectIdentifier>())
    await onSmallStack { source.promise.observe { _ in threads.add(currentThread()) } }
    let settling = await onSmallStack {
      source.fulfill(1)
      return currentThread()
    }
    #expect(threads.entries == [settling])
  }

  @Test(arguments: modules)
  func `a handler is released when it has run`(_ module: Module) {
    for fails in [false, true] {
      let source = module.pending()
      weak var life: Life?
      do {
        let captured = Life()
        life = captured
        source.promise.observe { _ in withExtendedLifetime(captured) {} }
        _ = source.promise.map { value in withExtendedLifetime(captured) { value } }
      }
      #expect(life != nil)
      if fails { source.reject(Broken()) } else { source.fulfill(1) }
      module.flush()
      #expect(life == nil)
    }
  }
}

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

  // In When, the last of two early settlements counts for the state.
  @Test(arguments: direct.filter { $0 != When.self })
  func `a derived promise that is settled directly while its handler runs keeps that outcome`(
    _ module: any Direct.Type
  ) {
    let other = module.init()
    let derivations: [(any Direct, @escaping @Sendable (Int) -> Int) -> any Direct] = [
      { promise, settle in promise.map(settle) },
      { promise, settle in promise.then { module.fulfilled(settle($0)) } },
      { promise, settle in promise.then { settle($0) == 1 ? other : promise } },
    ]
    for derive in derivations {
      let (source, own) = (module.init(), Log<any Direct>())
      let derived = derive(source) { value in
        own.entries.first?.fulfill(50)
        return value
      }
      own.add(derived)
      source.fulfill(1)
      module.flush()
      #expect(own.entries.first?.value == 50)
    }
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
}
