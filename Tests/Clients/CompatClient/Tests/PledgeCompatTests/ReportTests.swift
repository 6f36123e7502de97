import Pledge
import TestSupport
import Testing

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
        breaking(module) { _ in }
        module.flush()
        #expect(reports.entries.isEmpty, "\(module)")
      }
    }
  }
}
