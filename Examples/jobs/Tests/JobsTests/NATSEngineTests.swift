#if NATS
import Foundation
import Pledge
import PledgeTesting
import Testing

@testable import jobs

@Suite struct NATSEngineTests {
  @Test func `what is over the limit is refused, and a large answer is a failure`() async throws {
    let jobs = Jobs(on: try await NATSEngine.connect(options()).value)
    let large = Data(count: 1 << 20)
    let error = try await expectRejected(jobs.submit("a", large), with: EngineError.self)
    #expect(error.description.contains("Raise its max_payload"))
    let work = jobs.work(limit: 1) { _ in Promise(value: large) }
    let failure = try await expectRejected(jobs.submit("b", Data()), with: JobError.self)
    #expect(failure.description.hasPrefix("the work failed with EngineError: "))
    work.discard()
  }

  @Test func `a message that is there is not published again`() async throws {
    let engine = try await NATSEngine.connect(options()).value
    for _ in 0..<3 { try await engine.publish("a.1", Data("input".utf8)).value }
    let deliveries = try await engine.pull(3).value
    #expect(deliveries.map(\.name) == ["a.1"])
    try await engine.remove("a.1").value
    try await engine.remove("a.1").value
  }

  @Test func `messages of a pull that was discarded are delivered again`() async throws {
    let engine = try await NATSEngine.connect(options()).value
    engine.pull(1).discard()
    try await engine.publish("a.1", Data()).value
    let found = poll(every: .zero, until: { !$0.isEmpty }, { engine.pull(1) })
    #expect(try await found.value.map(\.name) == ["a.1"])
  }

  @Test(arguments: ["nats://u:secret@127.0.0.1:1", "nats://127.0.0.1:1,nats://127.0.0.1:2"])
  func `a server that is absent is named, without a password`(_ url: String) async throws {
    let connection = NATSEngine.connect(NATSOptions(url: url))
    let error = try await expectRejected(connection, with: EngineError.self)
    #expect(error.description.hasPrefix("No server answers at nats://127.0.0.1:1"))
    #expect(NATSOptions(url: url).host == (url.contains(",") ? nil : "127.0.0.1"))
  }
}
#endif
