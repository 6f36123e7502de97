import Dispatch
import PledgeThen
import TestSupport
import Testing

import struct Pledge.BrokenPromiseError

/// A broken promise stays pending, as in then.
@Suite(.hangLimit)
struct BrokenPromiseTests {
  let queue = DispatchQueue(label: "broken promises")
  let log = Log<String>()

  /// Returns a promise whose callback releases its closures.
  private func broken() -> Promise<Int> { Promise { _, _ in } }

  @Test func `a run that is broken is not retried`() {
    let promise = Promise<Int> { [log] _, _ in log.add("run") }.retry(3)
    promise.start()
    #expect(promise.isPending && promise.retry(5).isPending)
    #expect(log.entries == ["run"])
  }

  @Test func `a combination stays pending if one of its promises is broken`() {
    let all = Promises.whenAll([broken(), Promise(1)], callbackQueue: queue)
    let failed = Promises.whenAll([broken(), Promise(error: Broken())], callbackQueue: queue)
    let later = Promise<Int>()
    let mixed = Promises.whenAll([broken(), later], callbackQueue: queue)
    later.reject(Broken())
    queue.finish()
    #expect(all.isPending && failed.isPending && mixed.isPending)
    let race = Promises.race(broken(), Promise(error: Broken())).then { $0 }
    #expect(race.error is Broken)
  }

  @Test func `zip stays pending if one of its promises is broken`() async {
    let zipped = Promises.zip(broken(), Promise<Int>(error: Broken()), Promise(1))
    await withCheckedContinuation { continuation in
      // Runs after the work of `zip` on the main queue.
      Promises.zip(Promise(1), Promise(2)).finally { continuation.resume() }
    }
    #expect(zipped.isPending)
  }

  @Test func `a broken promise times out`() async {
    let promise = broken().timeout(0.001)
    let errors = Log<any Error>()
    await withCheckedContinuation { continuation in
      promise.onError { error in
        errors.add(error)
        continuation.resume()
      }
    }
    #expect(errors.entries.first as? PromiseError == .timeout)
    #expect(broken().timeout(1_000).then { $0 }.isPending)
  }

  @Test func `with rejectsBrokenPromises a broken promise is rejected`() async {
    await #expect(processExitsWith: .success) {
      precondition(!ThenConfiguration.rejectsBrokenPromises)
      ThenConfiguration.rejectsBrokenPromises = true
      precondition(ThenConfiguration.rejectsBrokenPromises)
      let log = Log<String>()
      let promise = Promise<Int> { _, _ in log.add("run") }.retry(2)
      promise.onError { error in log.add("\(error is BrokenPromiseError)") }
      promise.finally(log.note("finally"))
      precondition(promise.error is BrokenPromiseError)
      precondition(log.entries == ["run", "run", "true", "finally"])
      precondition((try? awaitPromise(promise.recover(with: 42))) == 42)
      let queue = DispatchQueue(label: "broken promises")
      let all = Promises.whenAll([promise, Promise(1)], callbackQueue: queue)
      do {
        _ = try awaitPromise(all)
        preconditionFailure("whenAll is not rejected")
      } catch {
        precondition(error is BrokenPromiseError)
      }
    }
  }
}
