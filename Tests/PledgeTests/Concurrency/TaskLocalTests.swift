import Pledge
import PledgeTestSupport
import Testing

private enum Request {
  @TaskLocal static var name = "none"
}

/// Capturing a task-local is permanent and process-wide, so each test runs in its own process.
@Suite(.hangLimit)
struct TaskLocalTests {
  @Test func `not captured, a handler sees the value that is bound where it runs`() async {
    await #expect(processExitsWith: .success) {
      let source = Promise<Int>()
      let seen = Request.$name.withValue("registered") { source.map { _ in Request.name } }

      Request.$name.withValue("settled") { source.resolve(1) }

      #expect(seen.got == "settled")
    }
  }

  @Test func `captured, a handler on the main actor sees the value bound at registration`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      Request.$name.keepInHandlers()
      let source = Promise<Int>()
      let seen = Request.$name.withValue("registered") {
        source.map(on: MainActor.shared) { _ in Request.name }
      }

      source.resolve(1)
      await mainQueueDrained()

      #expect(seen.got == "registered")
    }
  }

  @Test func `captured, a cleanup closure sees the value bound at its registration`() async {
    await #expect(processExitsWith: .success) {
      Request.$name.keepInHandlers()
      let names = Log<String>()
      let source = Promise<Int>()
      let stage = Request.$name.withValue("registered") {
        source.ensure { names.add(Request.name) }
      }

      stage.discard()

      #expect(names.entries == ["registered"])
    }
  }

  @Test func `capturing it again changes nothing`() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<20_000 { Request.$name.keepInHandlers() }
      let source = Promise<Int>()
      let seen = Request.$name.withValue("registered") { source.map { _ in Request.name } }

      source.resolve(1)

      #expect(seen.got == "registered")
    }
  }

  @Test func `captured, handlers still throw, recover, and link`() async {
    await #expect(processExitsWith: .success) {
      Request.$name.keepInHandlers()
      let source = Promise<Int>()
      let stage = source.map { _ in throw Broken() }
        .recover { _ in }
        .flatMap { Promise(value: Request.name) }

      source.resolve(1)

      #expect(stage.got == "none")
    }
  }
}
