import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct SeparateJobsTests {
  @Test func `other work of a queue runs between two handlers`() async throws {
    let queue = DispatchQueue(label: "separate")
    let log = Log<String>()
    let source = Promise<Int>()
    let first = source.map(on: queue.separateJobs) { _ in
      queue.async { log.add("other") }
      log.add("first")
    }
    let last = first.map(on: queue.separateJobs) { _ in log.add("second") }
    source.resolve(1)
    try await last.value

    #expect(log.entries == ["first", "other", "second"])
  }

  @Test func `observers see the name of the context`() async {
    await #expect(processExitsWith: .success) {
      let queue = DispatchQueue(label: "separate")
      let source = Promise<Int>()
      let events = Recording { source.observe(on: queue.separateJobs) { _ in } }
      #expect(events.all.filter(\.isChaining).map(\.context) == ["separate"])
    }
  }
}
