import Dispatch
import PledgePromiseKit
import TestSupport
import Testing

extension PromiseKitTests {
  @Suite struct Configuration {
    @Test func `handlers run on the queues that are configured when they are registered`() async {
      let kept = conf
      defer { conf = kept }
      conf.Q = (map: .marked("map"), return: .marked("return"))
      let seen = Log<String>()
      let (end, ended) = Guarantee<Void>.pending()
      Promise.value(1)
        .map { seen.note("map", $0) }
        .then { Promise.value(seen.note("then", $0)) }
        .get { _ in seen.note("get", ()) }
        .tap { _ in seen.note("tap", ()) }
        .ensure { seen.note("ensure", ()) }
        .done { _ in throw seen.note("done", Problem.first) }
        .recover { error -> Promise<Void> in throw seen.note("recover", error) }
        .catch { _ in seen.note("catch", ()) }
        .finally { ended(seen.note("finally", ())) }
      _ = await outcome(of: end)
      #expect(
        seen.entries == [
          "map on map", "then on map", "get on return", "tap on map", "ensure on return",
          "done on return", "recover on map", "catch on return", "finally on return",
        ]
      )
    }

    @Test func `guarantees use the same queues`() async {
      let kept = conf
      defer { conf = kept }
      conf.Q = (map: .marked("map"), return: .marked("return"))
      let seen = Log<String>()
      let failed = Promise<[Int]>(error: Problem.first)
      await failed.recover { _ in seen.note("recover", Guarantee.value([1, 2])) }
        .then { seen.note("then", Guarantee.value($0)) }
        .map { seen.note("map", $0) }
        .get { _ in seen.note("get", ()) }
        .done { _ in seen.note("done", ()) }
        .async()
      #expect(
        seen.entries == [
          "recover on map", "then on map", "map on map", "get on return", "done on return",
        ]
      )
    }

    @Test func `at first all handlers run on the main queue`() {
      #expect(conf.Q.map?.label == DispatchQueue.main.label)
      #expect(conf.Q.return?.label == DispatchQueue.main.label)
      #expect(conf.catchPolicy == .allErrorsExceptCancellation)
    }

    @Test func `a barrier flag is honored`() async throws {
      let queue = DispatchQueue(label: "barriers", attributes: .concurrent)
      @Sendable func pass<Value>(_ value: Value) -> Value {
        dispatchPrecondition(condition: .onQueueAsBarrier(queue))
        return value
      }
      let promise = Promise.value(1)
        .map(on: queue, flags: .barrier) { pass($0) }
        // Also tests for a barrier, except under the thread sanitizer, which hides it from
        // Dispatch.
        .get(on: queue, flags: [.barrier, .inheritQoS]) { _ in
          dispatchPrecondition(condition: .onQueue(queue))
        }
        .then(on: queue, flags: nil) { value -> Promise<Int> in
          dispatchPrecondition(condition: .onQueue(queue))
          return .value(value)
        }
      #expect(try await promise.async() == 1)
      let (end, ended) = Guarantee<Void>.pending()
      Promise<Int>(error: Problem.first)
        .recover(on: queue, flags: .barrier) { error -> Promise<Int> in throw pass(error) }
        .ensure(on: queue, flags: .barrier) { pass(()) }
        .catch(on: queue, flags: .barrier) { _ in pass(()) }
        .finally(on: queue, flags: .barrier) { ended(pass(())) }
      _ = await outcome(of: end)
    }

    @Test func `threads may read and change it concurrently`() {
      logged {
        DispatchQueue.concurrentPerform(iterations: 200) { index in
          conf.Q.map = index.isMultiple(of: 2) ? .main : .global()
          conf.logHandler = { _ in }
          _ = conf.Q.return
          _ = conf.catchPolicy
        }
      }
      // Completion is the assertion.
    }
  }
}

extension Log<String> {
  /// Logs `name`, and the marked queue on which the caller runs, and returns `value`.
  fileprivate func note<Value>(_ name: String, _ value: Value) -> Value {
    add("\(name) on \(DispatchQueue.currentMark ?? "another")")
    return value
  }
}
