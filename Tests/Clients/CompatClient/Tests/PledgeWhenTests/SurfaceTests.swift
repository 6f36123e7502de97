import Dispatch
import Foundation
import PledgeWhen
import TestSupport
import Testing

/// Calls every signature of the original as its clients do.
@Suite(.timeLimit(.minutes(60)))
struct SurfaceTests {
  @Test func `promises are made with and without a queue`() async {
    let queue = DispatchQueue(label: "surface")
    let promises: [Promise<String>] = [
      Promise(), Promise(queue: queue), Promise(state: .pending),
      Promise(queue: queue, state: .resolved(value: "a")),
      Promise { "a" }, Promise(queue: queue, { "a" }),
      Promise { resolve, reject in resolve("a") },
      Promise(queue: queue) { resolve, reject in resolve("a") },
      Promise { (resolve: @escaping @Sendable (String) -> Void) in resolve("a") },
      Promise(queue: queue) { (resolve: @escaping @Sendable (String) -> Void) in resolve("a") },
    ]
    for promise in promises { promise.resolve("a") }
    #expect(await outcome(of: when(promises)).value?.joined() == "aaaaaaaaaa")
    #expect(promises.allSatisfy { !$0.key.isEmpty && $0.state.isResolved })
  }

  @Test func `handlers have names of their own`() async {
    let log = Log<String>()
    let done: Promise<Int>.DoneHandler = { log.add("done \($0)") }
    let failure: Promise<Int>.FailureHandler = { _ in log.add("failure") }
    let completion: Promise<Int>.CompletionHandler = { _ in log.add("completion") }
    let promise = Promise<Int>()
    promise.done(done).fail(failure).fail(policy: .allErrors, failure).always(completion)
    promise.reject(PromiseError.cancelled)
    _ = await outcome(of: promise)
    #expect(log.entries == ["failure", "completion"])
  }

  @Test func `promises are derived with and without a queue`() async {
    let queue = DispatchQueue(label: "surface")
    let promise = Promise { 1 }
    promise.then { $0 }
    promise.then { value in Promise { value } }
    promise.then(on: queue) { $0 }
    promise.then(on: queue) { value in Promise { value } }
    promise.thenInBackground { $0 }
    promise.thenInBackground { value in Promise { value } }
    let voids = [promise.asVoid(), promise.asVoid(on: queue)]
    let rescued = [
      promise.recover { _ in 1 }, promise.recover(on: queue) { _ in 1 },
      promise.recover { _ in Promise { 1 } }, promise.recover(on: queue) { _ in Promise { 1 } },
    ]
    #expect(await outcome(of: when(voids)).value?.count == 2)
    #expect(await outcome(of: when(rescued)).value == [1, 1, 1, 1])
    let three = await outcome(of: when(promise, voids[0], rescued[0])).value
    #expect(three?.0 == 1 && three?.2 == 1)
  }

  @Test func `a state has properties for its case and result`() {
    let state: State<Int> = .resolved(value: 1)
    #expect(!state.isPending && state.isResolved && !state.isRejected)
    #expect(state.result?.value == 1 && state.map { $0 } == state)
    let policies: [FailurePolicy] = [.allErrors, .notCancelled]
    #expect(policies.count == 2)
  }
}
