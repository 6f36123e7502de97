import Dispatch
import Pledge
import TestSupport
import Testing

@testable import PledgePromises

/// With `rejectsBrokenPromises`, a broken promise is rejected.
///
/// Each test runs in a process of its own, because the setting applies to all promises.
@Suite(.hangLimit)
struct RejectedBrokenPromiseTests {
  typealias Promise = PledgePromises.Promise

  @Test func `consumers of a broken promise are rejected, in the order of registration`() async {
    await #expect(processExitsWith: .success) {
      PromisesConfiguration.rejectsBrokenPromises = true
      let (turns, record) = (Turns(), Log<String>())
      let promise = turns.stopped {
        let broken = Promise<Int>()
        broken.always(on: turns.queue) { record.add("always") }
        let passed = broken.then(on: turns.queue) { $0 }
        passed.catch(on: turns.queue) { _ in record.add("passed on") }
        broken.catch(on: turns.queue) { _ in record.add("catch") }
        _ = consume broken
        precondition(passed.isPending && record.entries.isEmpty)
        return passed
      }
      turns.finish()
      precondition(promise.error is BrokenPromiseError)
      precondition(record.entries == ["always", "catch", "passed on"])
    }
  }

  @Test func `a rejected broken promise can be recovered and awaited`() async {
    await #expect(processExitsWith: .success) {
      PromisesConfiguration.rejectsBrokenPromises = true
      let queue = DispatchQueue(label: "broken promises")
      let held = Promise<Int>(on: queue) { _, _ in }
      let recovered = held.recover(on: queue) { $0 is BrokenPromiseError ? 42 : 0 }
      let seen = any(on: queue, [held, Promise(1)]).then(on: queue) {
        $0[0].error is BrokenPromiseError
      }
      let both = all(on: queue, [held, Promise(1)])
      let limited = held.timeout(on: queue, 3600)
      precondition((try? awaitPromise(recovered)) == 42)
      precondition((try? awaitPromise(seen)) == true)
      do {
        _ = try awaitPromise(both)
        preconditionFailure("all is not rejected")
      } catch {
        precondition(error is BrokenPromiseError)
      }
      do {
        _ = try awaitPromise(limited)
        preconditionFailure("timeout is not rejected")
      } catch {
        precondition(error is BrokenPromiseError)
      }
      let bridged = Promise(pledge: Promise<Int>(on: queue) { _, _ in }.pledge)
      precondition((try? awaitPromise(bridged.recover(on: queue) { _ in 1 })) == 1)
    }
  }
}
