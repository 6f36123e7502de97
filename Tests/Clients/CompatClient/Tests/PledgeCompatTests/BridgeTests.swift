import Pledge
import TestSupport
import Testing

@Suite(.hangLimit)
struct BridgeTests {
  @Test(arguments: modules)
  func `a Pledge future becomes a promise in every state`(_ module: Module) {
    let source = Promise<Int>()
    let promise = module.init(pledge: source)
    module.flush()
    #expect(promise.isPending)
    source.resolve(1)
    let settled = [
      module.init(pledge: Promise(value: 2)), module.init(pledge: Promise(error: Broken())),
    ]
    module.flush()
    #expect(promise.value == 1 && settled[0].value == 2 && settled[1].error is Broken)
  }

  @Test(arguments: modules)
  func `discarding the future does not affect the promise`(_ module: Module) {
    let source = module.pending()
    let derived = source.promise.map { $0 + 1 }
    for promise in [source.promise, derived] {
      let future = promise.pledge.map { $0 }
      future.discard()
      #expect(future.isRejected && promise.isPending)
    }
    source.fulfill(1)
    module.flush()
    #expect(source.promise.value == 1 && derived.value == 2)
  }

  @Test(arguments: modules)
  func `a promise is a consumer of its future, whose discard is an error`(_ module: Module) {
    let stopped = Log<Bool>()
    let source = Promise<Int>(discard: { stopped.add(true) })
    let promise = module.init(pledge: source)
    source.map { $0 }.discard()
    module.flush()
    #expect(stopped.entries.isEmpty && promise.isPending)
    source.discard()
    module.flush()
    #expect(promise.error.map(module.isDiscard) == true)
  }

  @Test(arguments: modules)
  func `a broken Pledge promise leaves the promise pending`(_ module: Module) {
    let log = Log<String>()
    let promise = { module.init(pledge: Promise<Int>.pending().promise) }()
    promise.observe { log.add($0.word) }
    module.flush()
    #expect(promise.isPending && log.entries.isEmpty)
  }
}
