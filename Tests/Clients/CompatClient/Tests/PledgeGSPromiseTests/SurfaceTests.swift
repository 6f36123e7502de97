import Foundation
import Pledge
import PledgeGSPromise
import TestSupport
import Testing

/// The closures that end operations.
typealias Held = Log<@Sendable () -> Void>

/// Returns an operation that waits until its closure is called.
func hold(_ held: Held) -> GSPromising { GSPromising { held.add($0) } }

/// Returns an operation that logs `entry` and ends.
func step<Entry: Sendable>(_ log: Log<Entry>, _ entry: Entry) -> GSPromising {
  GSPromising { ok in
    log.add(entry)
    ok()
  }
}

/// An operation as a client writes it.
final class Step: NSObject, GSPromisable {
  var handler: GSPromiseHandler

  init(_ name: String, log: Log<String>) {
    handler = { ok in
      log.add(name)
      ok()
    }
  }
}

/// A subclass; the original allows it.
final class Greeting: GSPromising {}

@Suite(.hangLimit)
struct SurfaceTests {
  @Test func `every way to make an operation and a manager`() {
    let log = Log<String>()
    let steps = ["a", "b"].map { Step($0, log: log) }
    let first = GSPromiseManager(promise: steps[0])
    let second = GSPromiseManager(promises: steps)
    let third = GSPromiseManager.mananger(withPromise: steps[1])
    let fourth = GSPromiseManager.mananger(withPromises: steps)
    let fifth = GSPromiseManager.manager()
    #expect(log.entries == ["a", "a", "b", "b", "a", "b"])

    for manager in [first, second, third, fourth, fifth] {
      manager.addPromise(GSPromising.promise())
      manager.addPromise(GSPromising())
      manager.add(GSPromising.promise(handler: step(log, "c").handler))
      manager.addPromise(Greeting(handler: step(log, "d").handler))
    }
    #expect(log.entries.count == 16)
  }

  @Test func `handlers can have their label, and operations the name of the article`() {
    let log = Log<Int>()
    let handler: GSPromiseHandler = { ok in
      log.add(log.entries.count)
      ok()
    }
    let operations: [any GSPromisable] = [
      GSPromising(handler: handler), GSPromising.promise(handler: handler),
      GSPromise(handler: handler), GSPromise.promise(handler: { then in handler(then) }),
    ]
    let manager = GSPromiseManager(promises: operations)
    #expect(log.entries == [0, 1, 2, 3])
    withExtendedLifetime(manager) {}
  }

  @Test func `a handler is read when its turn comes`() {
    let log = Log<String>()
    let (held, late) = (Held(), GSPromising { $0() })
    let manager = GSPromiseManager(promises: [hold(held), late])
    late.handler = step(log, "changed").handler
    held.entries[0]()
    #expect(log.entries == ["changed"])
    withExtendedLifetime(manager) {}
  }

  @Test func `an operation for a promise ends when that is fulfilled or rejected`() {
    let (promises, log) = ([Promise<Int>(), Promise<Int>()], Log<Int>())
    let manager = GSPromiseManager()
    for (index, promise) in promises.enumerated() {
      manager.addPromise(
        GSPromising(pledge: {
          log.add(index)
          return promise
        })
      )
    }
    let rest = manager.pledge
    #expect(log.entries == [0])
    promises[0].reject(Broken())
    #expect(log.entries == [0, 1])
    #expect(rest.isPending)
    promises[1].discard()
    #expect(rest.isFulfilled && manager.pledge.isFulfilled)
  }
}
