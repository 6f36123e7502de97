import Dispatch
import Pledge
import PledgeObservability
import PledgeTesting
import TestSupport
import Testing
import Tracing

private enum RequestKey: ServiceContextKey {
  typealias Value = String
}

/// Returns a context with the name of a request.
private func request(_ name: String) -> ServiceContext {
  var context = ServiceContext.topLevel
  context[RequestKey.self] = name
  return context
}

/// Returns the name of the current request.
private func current() -> String { ServiceContext.current?[RequestKey.self] ?? "none" }

extension Promise<String> {
  /// The value, if this is fulfilled already.
  fileprivate var text: String? { try? result?.get() }

  /// The value after waiting for it, or `nil` if this is rejected.
  fileprivate var awaited: String? {
    get async { try? await value }
  }
}

/// Capturing a task-local is permanent and process-wide, so each test runs in its own process.
@Suite(.hangLimit)
struct ServiceContextTests {
  @Test func `not captured, a handler sees the context of where it runs`() async {
    await #expect(processExitsWith: .success) {
      let source = Promise<Int>()
      let seen = ServiceContext.withValue(request("registered")) { source.map { _ in current() } }
      _ = ServiceContext.withValue(request("settled")) { source.resolve(1) }

      #expect(seen.text == "settled")
    }
  }

  @Test func `captured, even more than once, it is passed to a handler that runs immediately`()
    async
  {
    await #expect(processExitsWith: .success) {
      concurrently(100) { _ in ServiceContext.keepInHandlers() }
      let source = Promise<Int>()
      let seen = ServiceContext.withValue(request("registered")) { source.map { _ in current() } }
      _ = ServiceContext.withValue(request("settled")) { source.resolve(1) }

      #expect(seen.text == "registered")
      #expect(current() == "none")
    }
  }

  @Test func `captured, it is passed to handlers on queues, the main actor, and contexts`() async {
    await #expect(processExitsWith: .success) {
      ServiceContext.keepInHandlers()
      let context = ManualContext()
      let (onQueue, onMain, onContext) = ServiceContext.withValue(request("registered")) {
        (
          Promise(value: 1).map(on: DispatchQueue(label: "queue")) { _ in current() },
          Promise(value: 1).map(on: MainActor.shared) { _ in current() },
          Promise(value: 1).map(on: context) { _ in current() }
        )
      }
      context.runAll()

      #expect(await onQueue.awaited == "registered")
      #expect(await onMain.awaited == "registered")
      #expect(await onContext.awaited == "registered")
    }
  }

  @Test func `captured, it passes through a chain begun elsewhere, and error handlers`() async {
    await #expect(processExitsWith: .success) {
      ServiceContext.keepInHandlers()
      let source = ServiceContext.withValue(request("earlier")) {
        Promise<Int>(on: DispatchQueue.global()) { throw Broken() }
      }
      let seen = ServiceContext.withValue(request("registered")) {
        source.map { _ in "no" }.recover { _ in current() }
          .flatMap { name in Promise(value: name + current()) }
      }

      #expect(await seen.awaited == "registeredregistered")
    }
  }
}
