import TestSupport
import Testing

@Suite(.hangLimit)
struct HandlerTests {
  @Test(arguments: modules)
  func `a handler receives the value or the error, early or late`(_ module: Module) {
    let log = Log<String>()
    for source in [module.pending(), module.pending()] {
      source.promise.observe { log.add("early \($0.word)") }
      if log.entries.isEmpty { source.fulfill(1) } else { source.reject(Broken()) }
      module.flush()
      source.promise.observe { log.add("late \($0.word)") }
      module.flush()
    }
    let error = "\(Broken())"
    #expect(log.entries == ["early 1", "late 1", "early \(error)", "late \(error)"])
  }

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
