import TestSupport
import Testing

@Suite(.hangLimit)
struct ChainingTests {
  @Test(arguments: modules)
  func `a value is transformed, and an error passes without a call`(_ module: Module) {
    let log = Log<String>()
    let fine = module.fulfilled(1).map { log.pass($0 + 1, "map") }
    let failed = module.rejected(Broken(number: 3)).map { log.pass($0, "map of an error") }
      .then { log.pass(module.fulfilled($0), "then of an error") }
    module.flush()
    #expect(fine.value == 2)
    #expect(failed.error as? Broken == Broken(number: 3))
    #expect(log.entries == ["map"])
  }

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
  func `a promise adopts the one that its handler returns`(_ module: Module) {
    let (inner, failing) = (module.pending(), module.pending())
    let source = module.fulfilled(1)
    let settled = [
      source.then { module.fulfilled($0 + 1) }, source.then { _ in module.rejected(Broken()) },
    ]
    let pending = [source.then { _ in inner.promise }, source.then { _ in failing.promise }]
    module.flush()
    #expect(settled[0].value == 2 && settled[1].error is Broken)
    #expect(pending.allSatisfy { $0.isPending })
    inner.fulfill(7)
    failing.reject(Broken(number: 8))
    module.flush()
    #expect(pending[0].value == 7 && pending[1].error as? Broken == Broken(number: 8))
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
