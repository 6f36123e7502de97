import Foundation
import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

@testable import PledgeTrace

struct OrderingTraceTests {
  /// The results of the answer that arrives last, which may be an answer to the first search.
  static func staleSearch(_ world: Exploration.World) {
    let results = Locked("")
    for text in ["a", "ab"] {
      world.pending(String.self, .value(text), file: "App/Search.swift", line: 3)
        .observe(on: world.context("main")) { result in results.value = (try? result.get()) ?? "" }
    }
    world.run()
    world.expect(results.value == "ab")
  }

  @Test func `a recorded replay shows the ordering that fails as a timeline`() async {
    // In a process of its own, since it would record every other test.
    await #expect(processExitsWith: .success) {
      let temporary = try TemporaryFolder()
      defer { withExtendedLifetime(temporary) {} }
      let folder = temporary.url.path

      let search = OrderingTraceTests.staleSearch
      let found = #expect(throws: ExplorationError.self) { try explore(search) }
      let recorder = TraceRecorder()
      recorder.start()
      #expect(throws: ExplorationError.self) { try explore(replaying: found?.replay ?? "", search) }
      recorder.stop()
      for format in ["txt", "html"] { try recorder.trace.write(to: "\(folder)/ordering.\(format)") }

      let text = try String(contentsOfFile: "\(folder)/ordering.txt", encoding: .utf8)
      let page = try String(contentsOfFile: "\(folder)/ordering.html", encoding: .utf8)
      OrderingTraceTests.check(text)
      try OrderingTraceTests.check(OrderingTraceTests.timeline(of: page))
    }
  }

  /// Verifies that there is a lane for each search, with its answer and its handler.
  private static func check(_ text: String) {
    let lanes = text.matches(
      of: /Search.swift:3 .*\n.* fulfilled .*\n  observe .* fulfilled .* on main\n/
    )
    #expect(lanes.count == 2)
  }

  /// Verifies that the answer to the second search and its handler come before those of the first.
  private static func check(_ timeline: TraceDocument) {
    let promises = timeline.promises.sorted { $0.id < $1.id }
    let order = promises.indices.sorted { (promises[$0].end ?? .max) < (promises[$1].end ?? .max) }
    #expect(order == [2, 3, 0, 1])
    #expect(promises.map(\.context) == [nil, 0, nil, 0])
    #expect(timeline.contexts == ["main"])
  }

  private static func timeline(of page: String) throws -> TraceDocument {
    let data = try #require(page.firstMatch(of: /id="trace">([^<]*)<\/script>/)).output.1
    return try JSONDecoder().decode(TraceDocument.self, from: Data(data.utf8))
  }
}
