import Pledge
import PledgeTestSupport

// Producers that never produce, and objects that hold promises temporarily.

extension HalfBuilt {
  static let producers: [HalfBuilt] = [
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

  static let keepers: [HalfBuilt] = [
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
