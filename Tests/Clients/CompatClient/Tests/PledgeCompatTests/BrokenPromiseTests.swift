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

  @Test(arguments: working)
  func `work that releases its functions breaks its promise, whose error has the creation site`(
    _ module: any Working.Type
  ) async {
    let log = Log<String>()
    // Some promises could still be settled directly as long as they are referenced.
    let future = {
      let promise = module.dropped()
      promise.observe { log.add($0.word) }
      module.flush()
      #expect(promise.isPending && log.entries.isEmpty)
      return promise.pledge
    }()
    let error = await #expect(throws: BrokenPromiseError.self) { try await future.value }
    #expect(error?.fileID == "PledgeCompatTests/\(module).swift")
  }

  @Test func `with rejectsBrokenPromises a broken promise is rejected`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.silence()
      for module in modules {
        module.rejectBrokenPromises()
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

/// Tests Pledge's reports.
///
/// Each test runs in a process of its own, because it receives all reports.
@Suite(.hangLimit)
struct ReportTests {
  @Test func `an error that no handler receives is not reported`() async {
    await #expect(processExitsWith: .success) {
      for module in modules {
        let reports = handledReports()
        let source = module.pending()
        let derived = source.promise.derived(Log())
        source.promise.observe { _ in }
        _ = source.promise.then { _ in module.rejected(Broken()) }
        _ = module.rejected(Broken()).map { $0 }
        source.reject(Broken())
        module.flush()
        withExtendedLifetime(derived) {}
        #expect(reports.entries.isEmpty, "\(module): \(reports.entries)")
      }
      for module in combining { _ = module.all([module.rejected(Broken())]) }
    }
  }

  @Test func `a broken promise with consumers is reported once, with its creation site`() async {
    await #expect(processExitsWith: .success) {
      // then only reports to consumers of its Pledge future.
      for module in modules where module != Then.self {
        let reports = handledReports()
        breaking(module) { promise in
          promise.map { $0 }.then { module.fulfilled($0) }.observe { _ in }
          _ = promise.map { $0 }
        }
        module.flush()
        #expect(reports.entries.count == 1, "\(module): \(reports.entries)")
        let file = "PledgeCompatTests/\(module).swift"
        #expect(reports.entries.allSatisfy { $0.fileID == file }, "\(module)")
      }
    }
  }

  @Test func `a broken promise without consumers is not reported`() async {
    await #expect(processExitsWith: .success) {
      // PromiseKit logs every broken promise.
      for module in modules where module != PromiseKit.self {
        let reports = handledReports()
        breaking(module) { promise in
          // In When, handlers wait in any case.
          guard module != When.self, let promise = promise as? any Direct else { return }
          promise.map { $0 }.fulfill(1)
          promise.then { module.fulfilled($0) }.fulfill(1)
        }
        module.flush()
        #expect(reports.entries.isEmpty, "\(module): \(reports.entries)")
      }
    }
  }
}
