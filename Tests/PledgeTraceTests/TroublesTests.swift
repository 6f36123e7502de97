import Pledge
import PledgeTrace
import Testing

/// Common problems with promises, and the line of output that reveals each.
///
/// The hook and the observers are shared by the whole process, so each test runs in its own process.
struct TroublesTests {
  /// Returns the lines of Pledge on standard error.
  private func lines(of result: ExitTest.Result) -> [String] {
    String(decoding: result.standardErrorContent, as: UTF8.self)
      .split(separator: "\n").map(String.init).filter { $0.hasPrefix("pledge: ") }
  }

  @Test func `a promise that waits forever for another`() async {
    await #expect(processExitsWith: .success) {
      let recorder = TraceRecorder()
      recorder.start()
      let login = Promise<Int>(file: "App/Login.swift", line: 3)
      let page = Promise(value: 1, file: "App/Page.swift", line: 9).flatMap { _ in login }.map {
        $0
      }
      recorder.stop()
      // Without a recording, and with one.
      #expect(
        page.explain() == """
          map from App/Page.swift:9: pending, waits for
            flatMap from App/Page.swift:9: pending, waits for
              Promise from App/Login.swift:3: pending, waiting for its producer
          """
      )
      #expect(recorder.trace.pending.contains("waiting for its producer"))
      #expect(recorder.trace.pending.contains("App/Login.swift:3"))
      page.discard()
    }
  }

  @Test func `a callback that calls twice`() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let recorder = TraceRecorder()
      recorder.start()
      let location = Promise<Int>(file: "App/Map.swift", line: 5) { (resolver: Resolver<Int>) in
        resolver.resolve(1)
        resolver.resolve(2)
      }
      recorder.stop()
      #expect(location.isFulfilled)
      let line = recorder.trace.text.split(separator: "\n").first {
        $0.contains("settled 1 more time")
      }
      #expect(line?.contains("fulfilled") == true)
    }

    #expect(lines(of: result).isEmpty)
  }
}
