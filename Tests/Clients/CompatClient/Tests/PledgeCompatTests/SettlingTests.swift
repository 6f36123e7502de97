import TestSupport
import Testing

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
