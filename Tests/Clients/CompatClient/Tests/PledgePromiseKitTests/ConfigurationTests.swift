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
        .map { value in
          seen.note("map")
          return value
        }
        .then { value in
          seen.note("then")
          return Promise.value(value)
        }
        .get { _ in seen.note("get") }
        .tap { _ in seen.note("tap") }
        .ensure { seen.note("ensure") }
        .done { _ in
          seen.note("done")
          throw Problem.first
        }
        .recover { error -> Promise<Void> in
          seen.note("recover")
          throw error
        }
        .catch { _ in seen.note("catch") }
        .finally {
          seen.note("finally")
          ended(())
        }
      _ = await outcome(of: end)
      #expect(
        seen.entries == [
          "map on map", "then on map", "get on return", "tap on map", "ensure on return",
          "done on return", "recover on map", "catch on return", "finally on return",
        ]
      )
    }

    @Test func `guarantees and the functions of sequences use the same queues`() async throws {
      let kept = conf
      defer { conf = kept }
      conf.Q = (map: .marked("map"), return: .marked("return"))
      let seen = Log<String>()
      @Sendable func noted<Value>(_ name: String, _ value: Value) -> Value {
        seen.note(name)
        return value
      }
      let failed = Promise<[Int]>(error: Problem.first)
      await failed.recover { _ in noted("recover", Guarantee.value([1, 2])) }
        .then { noted("then", Guarantee.value($0)) }
        .map { noted("map", $0) }
        .get { _ in seen.note("get") }
        .done { _ in seen.note("done") }
        .async()
      #expect(
        seen.entries == [
          "recover on map", "then on map", "map on map", "get on return", "done on return",
        ]
      )
      let sure = Guarantee.value([2, 1])
      _ = await sure.mapValues { noted("", $0) }.async()
      _ = await sure.flatMapValues { noted("", [$0]) }.async()
      _ = await sure.compactMapValues { Optional(noted("", $0)) }.async()
      _ = await sure.filterValues { noted("", $0 > 1) }.async()
      _ = await sure.sortedValues { noted("", $0 < $1) }.async()
      _ = await sure.thenMap { noted("", Guarantee.value($0)) }.async()
      _ = await sure.thenFlatMap { noted("", Guarantee.value([$0])) }.async()
      let promise = Promise.value([2, 1])
      _ = try await promise.mapValues { noted("", $0) }.async()
      _ = try await promise.flatMapValues { noted("", [$0]) }.async()
      _ = try await promise.compactMapValues { Optional(noted("", $0)) }.async()
      _ = try await promise.filterValues { noted("", $0 > 1) }.async()
      _ = try await promise.thenMap { noted("", Promise.value($0)) }.async()
      _ = try await promise.thenFlatMap { noted("", Promise.value([$0])) }.async()
      _ = try await promise.firstValue { noted("", $0 == 1) }.async()
      #expect(seen.entries.dropFirst(5).allSatisfy { $0 == " on map" })
      #expect(seen.entries.count > 5 + 14)
    }

    @Test @MainActor func `one queue of the two can be set`() async throws {
      let kept = conf
      defer { conf = kept }
      conf.Q.map = nil
      #expect(Promise.value(1).map { $0 + 1 }.value == 2)
      #expect(Promise.value(1).done { _ in }.isPending)
      conf.Q.return = nil
      #expect(Promise.value(1).done { _ in }.isFulfilled)
      #expect(Guarantee.value(1).done { _ in }.isResolved)
      #expect(try await Promise.value(1).async() == 1)
    }

    @Test func `at first all handlers run on the main queue`() {
      #expect(conf.Q.map?.label == DispatchQueue.main.label)
      #expect(conf.Q.return?.label == DispatchQueue.main.label)
      #expect(conf.catchPolicy == .allErrorsExceptCancellation)
    }

    @Test func `a barrier flag is honored`() async throws {
      let queue = DispatchQueue(label: "barriers", attributes: .concurrent)
      let promise = Promise.value(1)
        .map(on: queue, flags: .barrier) { value -> Int in
          dispatchPrecondition(condition: .onQueueAsBarrier(queue))
          return value
        }
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
        .recover(on: queue, flags: .barrier) { error -> Promise<Int> in
          dispatchPrecondition(condition: .onQueueAsBarrier(queue))
          throw error
        }
        .ensure(on: queue, flags: .barrier) {
          dispatchPrecondition(condition: .onQueueAsBarrier(queue))
        }
        .catch(on: queue, flags: .barrier) { _ in
          dispatchPrecondition(condition: .onQueueAsBarrier(queue))
        }
        .finally(on: queue, flags: .barrier) {
          dispatchPrecondition(condition: .onQueueAsBarrier(queue))
          ended(())
        }
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
  /// Logs `name`, and the marked queue on which the caller runs.
  fileprivate func note(_ name: String) {
    add("\(name) on \(DispatchQueue.currentMark ?? "another")")
  }
}
