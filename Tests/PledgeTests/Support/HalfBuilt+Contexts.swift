import Dispatch
import Pledge
import PledgeTestSupport

// Contexts that are released first, and contexts with waiting work.

extension HalfBuilt {
  static let onContexts: [HalfBuilt] = [
    HalfBuilt("a context that is released with a handler in it") { cage in
      let source = Promise(value: cage.canary())
      source.tap(on: ManualContext(), cage.handler()).ignoringErrors()
    },
    HalfBuilt("a context that is released with handlers of a whole chain in it") { cage in
      let context = ManualContext()
      let source = Promise<Canary>()
      source.tap(on: context, cage.handler()).map { $0 }.ensure(on: context, cage.closure())
        .ignoringErrors()
      source.resolve(cage.canary())
      context.runNext()
    },
    HalfBuilt("a context that is released before its promise is settled") { cage in
      let source = Promise<Canary>()
      let stage = source.tap(on: ManualContext(), cage.handler())
      source.resolve(cage.canary())
      stage.ignoringErrors()
    },
    HalfBuilt("a context that is released before its promise") { cage in
      let source = Promise<Canary>()
      source.tap(on: ManualContext(), cage.handler()).ignoringErrors()
    },
    HalfBuilt("a context that is released with a cleanup in it") { cage in
      let source = Promise(value: cage.canary())
      source.ensure(on: ManualContext(), cage.closure()).ignoringErrors()
    },
    HalfBuilt("a context that is released last, with a handler in it") { cage in
      let context = ManualContext()
      Promise(value: cage.canary()).tap(on: context, cage.handler()).ignoringErrors()
      withExtendedLifetime(context) {}
    },
    HalfBuilt("a context that is released with the body of a promise in it") { cage in
      let promise = Promise(on: ManualContext()) { [closure = cage.closure()] in closure() }
      promise.ignoringErrors()
    },
    HalfBuilt("a context that is released after the promise whose body is in it") { cage in
      let context = ManualContext()
      Promise(on: context) { [closure = cage.closure()] in closure() }.ignoringErrors()
      withExtendedLifetime(context) {}
    },
    HalfBuilt("a context that drops its jobs") { cage in
      let source = Promise(value: cage.canary())
      source.tap(on: DroppingContext(), cage.handler()).ignoringErrors()
      Promise(on: DroppingContext()) { [closure = cage.closure()] in closure() }.ignoringErrors()
    },
    HalfBuilt("a context that is held by one of its handlers") { cage in
      let context = ManualContext()
      Promise(value: cage.canary())
        .tap(on: context) { [closure = cage.closure()] _ in
          closure()
          context.dropAll()
        }
        .ignoringErrors()
      context.runAll()
    },
    HalfBuilt("an observer's context that is released with a report in it") { cage in
      let monitor = ProgressMonitor()
      monitor.observe(on: ManualContext(), cage.handler()).ignoringErrors()
      monitor.report(0.5)
    },
    HalfBuilt("an observer's context that is released with the last report in it") { cage in
      let monitor = ProgressMonitor()
      monitor.observe(on: ManualContext(), cage.handler()).ignoringErrors()
      monitor.finish()
    },
  ]

  /// Work that other threads release, too.
  static let asynchronous = [
    HalfBuilt("a dispatch queue that is released with handlers in it", dropQueue)
  ]

  /// Releases a queue before it runs its handlers, and waits until it is deallocated.
  @Sendable private static func dropQueue(_ cage: Cage) {
    let life = Cage()
    let begin = DispatchSemaphore(value: 0)
    do {
      let queue = DispatchQueue(label: "half-built")
      queue.setSpecific(key: DispatchSpecificKey(), value: life.canary())
      queue.async { begin.wait() }
      let source = Promise(value: cage.canary())
      source.tap(on: queue, cage.handler()).ensure(on: queue, cage.closure()).ignoringErrors()
      source.tap(on: queue, cage.handler()).discard()
    }
    begin.signal()
    while life.living > 0 {}
  }
}
