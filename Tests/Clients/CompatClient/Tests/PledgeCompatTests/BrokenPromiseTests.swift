import TestSupport
import Testing

import struct Pledge.BrokenPromiseError
import enum Pledge.UnhandledRejections

/// In all modules, a broken promise stays pending, as in the originals.
@Suite(.hangLimit)
struct BrokenPromiseTests {
  @Test(arguments: modules)
  func `no handler of a broken promise runs, and derived promises stay pending`(_ module: Module) {
    let log = Log<String>()
    let derived = breaking(module) { promise in
      promise.observe { _ in log.add("early") }
      return promise.derived(log)
    }
    module.flush()
    for promise in derived { promise.observe { _ in log.add("late") } }
    module.flush()
    for (number, promise) in derived.enumerated() {
      #expect(promise.isPending, "promise \(number)")
    }
    #expect(log.entries.isEmpty)
  }

  @Test(arguments: modules)
  func `a promise that adopts a broken one stays pending`(_ module: Module) {
    let log = Log<String>()
    let source = module.fulfilled(1)
    let promise = source.then { _ in breaking(module) { $0 } }
    promise.observe { log.add($0.word) }
    module.flush()
    #expect(promise.isPending && log.entries.isEmpty)
  }

  @Test(arguments: recovering)
  func `a recovery that is broken leaves its promise pending`(_ module: any Recovering.Type) {
    let promise = module.rejected(Broken()).recover { _ in breaking(module) { $0 } }
    module.flush()
    #expect(promise.isPending)
  }

  @Test(arguments: modules)
  func `the handlers of a broken promise are released`(_ module: Module) {
    weak var life: Life?
    breaking(module) { promise in
      let captured = Life()
      life = captured
      promise.map { value in withExtendedLifetime(captured) { value } }
        .observe { _ in withExtendedLifetime(captured) {} }
      #expect(life != nil)
    }
    module.flush()
    #expect(life == nil)
  }

  @Test func `with rejectsBrokenPromises a broken promise is rejected`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.silence()
      for module in modules {
        precondition(!module.rejectsBrokenPromises, "\(module)")
        module.rejectsBrokenPromises = true
        precondition(module.rejectsBrokenPromises, "\(module)")
        let log = Log<String>()
        let derived = breaking(module) { promise in
          promise.observe { _ in log.add("handler") }
          return [promise.map { $0 }, promise.then { module.fulfilled($0) }]
        }
        module.flush()
        #expect(derived.allSatisfy { $0.error is BrokenPromiseError }, "\(module)")
        #expect(log.entries == ["handler"], "\(module)")
      }
      for module in recovering {
        let recovered = breaking(module) { promise in
          module.same(promise).recover { module.fulfilled($0 is BrokenPromiseError ? 42 : 0) }
        }
        module.flush()
        #expect(recovered.value == 42, "\(module)")
      }
    }
  }
}
