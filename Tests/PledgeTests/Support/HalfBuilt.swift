import Dispatch
import Pledge
import PledgeTestSupport
import Testing

/// A program that leaves nothing behind, such as work that is started and then dropped before it is
/// settled, run, or awaited.
struct HalfBuilt: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Starts the work with canaries from the cage, and drops it.
  let drop: @Sendable (Cage) -> Void

  init(_ description: String, _ drop: @escaping @Sendable (Cage) -> Void) {
    testDescription = description
    self.drop = drop
  }

  static let all = synchronous + asynchronous
  /// Work that is released completely when it is dropped.
  static let synchronous = producers + keepers + onContexts + synchronousUses
}

// MARK: - Producers that never produce, and objects that hold promises temporarily

extension HalfBuilt {
  private static let producers: [HalfBuilt] = [
    HalfBuilt("a resolver that is released before its promise") { cage in
      Source().stage(capturing: cage).ignoringErrors()
    },
    HalfBuilt("a resolver that is released after its promise") { cage in
      var (promise, resolver): (Promise<Canary>?, Resolver<Canary>) = Promise.pending()
      resolver.onDiscard(cage.closure())
      promise?.tap(cage.handler()).ignoringErrors()
      promise = nil
      withExtendedLifetime(resolver) {}
    },
    HalfBuilt("a resolver held by a handler of its own settled promise") { cage in
      let (promise, resolver) = Promise<Canary>.pending()
      _ = promise.tap { [canary = cage.canary()] _ in resolver.resolve(canary) }
      resolver.resolve(cage.canary())
    },
    HalfBuilt("work that is never discarded") { cage in
      let promise = Promise<Canary>(discard: cage.closure())
      promise.tap(cage.handler()).ignoringErrors()
    },
    HalfBuilt("a callback that is dropped") { cage in
      let promise = Promise.fromResult {
        (callback: @escaping @Sendable (Result<Canary, Broken>) -> Void) in
        _ = callback
      }
      promise.catch(cage.handler())
    },
    HalfBuilt("a lazy promise without consumers") { cage in
      let promise = LazyPromise { [closure = cage.closure()] in
        closure()
        return Promise<Canary>()
      }
      _ = (promise.isPending, promise.shared().result)
    },
    HalfBuilt("a lazy promise that has started") { cage in
      let promise = LazyPromise { [closure = cage.closure()] in Promise<Canary>(discard: closure) }
      promise.tap(cage.handler()).ignoringErrors()
    },
    HalfBuilt("a lazy promise that starts another") { cage in
      let other = LazyPromise { [closure = cage.closure()] in Promise<Canary>(discard: closure) }
      LazyPromise { other.tap(cage.handler()) }.tap(cage.handler()).ignoringErrors()
    },
  ]

  private static let keepers: [HalfBuilt] = [
    HalfBuilt("a paused queue with operations") { cage in
      let queue = PromiseQueue()
      queue.pause()
      for _ in 0..<3 {
        queue.add { [closure = cage.closure()] in Promise<Int>(discard: closure) }.ignoringErrors()
      }
      queue.drained().tap(cage.handler()).ignoringErrors()
    },
    HalfBuilt("a queue with an operation that never ends") { cage in
      let queue = PromiseQueue()
      for _ in 0..<3 {
        queue.add { [closure = cage.closure()] in Promise<Int>(discard: closure) }.ignoringErrors()
      }
    },
    HalfBuilt("a cache with a load that never ends") { cage in
      let flights = SingleFlight<Int, Canary>()
      for _ in 0..<3 {
        flights.value(for: 1) { [closure = cage.closure()] in Promise(discard: closure) }
          .tap(cage.handler()).ignoringErrors()
      }
    },
    HalfBuilt("a monitor with parts and observers") { cage in
      let monitor = ProgressMonitor()
      monitor.observe(cage.handler()).ignoringErrors()
      monitor.part().observe(on: ManualContext(), cage.handler()).ignoringErrors()
      monitor.report(0.5)
    },
    HalfBuilt("a bag of promises") { cage in
      let bag = DiscardBag()
      let root = Promise<Canary>()
      for _ in 0..<3 { root.tap(cage.handler()).discarded(by: bag) }
    },
    HalfBuilt("a source with blocks and promises") { cage in
      let source = DiscardSource()
      let linked = DiscardSource(linkedTo: [source.token])
      _ = source.token.onDiscard(cage.closure())
      Promise<Canary>().tap(cage.handler()).discarded(by: linked.token).ignoringErrors()
    },
    HalfBuilt("a source that discards") { cage in
      let source = DiscardSource()
      let linked = DiscardSource(linkedTo: [source.token])
      _ = linked.token.onDiscard(cage.closure())
      Promise<Canary>().tap(cage.handler()).discarded(by: linked.token).ignoringErrors()
      source.discard()
    },
  ]
}

// MARK: - Contexts that are released first, and contexts with waiting work

extension HalfBuilt {
  private static let onContexts: [HalfBuilt] = [
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
  static let asynchronous =
    asynchronousUses + [
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
