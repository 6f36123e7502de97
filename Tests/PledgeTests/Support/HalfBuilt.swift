import Pledge
import PledgeTestSupport
import Testing

/// Work that is started and then dropped before it is settled, run, or awaited.
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
  static let synchronous = chains + links + producers + keepers + onContexts
}

extension HalfBuilt {
  private static let chains: [HalfBuilt] = [
    HalfBuilt("a chain whose root is released first") { cage in
      var root: Promise<Canary>? = Promise()
      let stage = root?.tap(cage.handler()).map { $0 }
      root = nil
      stage?.ignoringErrors()
    },
    HalfBuilt("a chain whose last stage is released first") { cage in
      let root = Promise<Canary>()
      _ = root.tap(cage.handler()).map { $0 }.tap(cage.handler())
      withExtendedLifetime(root) {}
    },
    HalfBuilt("a chain that is never retained") { cage in
      Promise<Canary>().tap(cage.handler()).map { $0 }.tap(cage.handler()).ignoringErrors()
    },
    HalfBuilt("a chain whose middle stage is released first") { cage in
      let root = Promise<Canary>()
      var middle: Promise<Canary>? = root.tap(cage.handler())
      let end = middle?.tap(cage.handler())
      middle = nil
      withExtendedLifetime((root, end)) {}
      end?.ignoringErrors()
    },
    HalfBuilt("a tree of stages that is released branch by branch") { cage in
      let root = Promise<Canary>()
      for _ in 0..<3 {
        let branch = root.tap(cage.handler())
        for _ in 0..<3 { branch.tap(cage.handler()).catch(cage.handler()) }
      }
    },
    HalfBuilt("handlers of a promise that is never settled") { cage in
      let root = Promise<Canary>()
      root.observe(cage.handler())
      root.catch(cage.handler())
      _ = root.then(cage.handler())
      root.rescue(cage.handler() as @Sendable (any Error) -> Void)
    },
    HalfBuilt("a chain whose value retains its root") { cage in
      let root = Promise<Canary>()
      let held = root.map { [root] canary in (root, canary) }
      root.resolve(cage.canary())
      withExtendedLifetime(held) {}
    },
  ]

  private static let links: [HalfBuilt] = [
    HalfBuilt("a stage of a returned promise, which is released first") { cage in
      var returned: Promise<Canary>? = Promise()
      let stage = Promise(value: cage.canary()).flatMap { [returned] _ in
        returned?.tap(cage.handler()) ?? Promise()
      }
      returned = nil
      stage.ignoringErrors()
    },
    HalfBuilt("a stage of a returned promise, which is released last") { cage in
      let returned = Promise<Canary>()
      _ = Promise(value: cage.canary()).flatMap { _ in returned }.tap(cage.handler())
      withExtendedLifetime(returned) {}
    },
    HalfBuilt("ten stages of one returned promise") { cage in
      let returned = Promise<Canary>()
      let source = Promise(value: cage.canary())
      let stages = (0..<10).map { _ in source.flatMap { _ in returned }.tap(cage.handler()) }
      for stage in stages { stage.ignoringErrors() }
    },
    HalfBuilt("a promise chained after several") { cage in
      let promise = Promise<Canary>()
      for _ in 0..<3 { promise.chain(after: Promise<Canary>().tap(cage.handler())) }
      promise.ignoringErrors()
    },
    HalfBuilt("promises chained in a cycle") { cage in
      let promises = (0..<3).map { _ in Promise<Canary>() }
      for (index, promise) in promises.enumerated() {
        promise.tap(cage.handler()).ignoringErrors()
        promise.chain(after: promises[(index + 1) % 3])
      }
    },
    HalfBuilt("a stage whose handler returns a stage of it") { cage in
      let stage = Locked<Promise<Canary>?>(nil)
      let source = Promise<Canary>()
      stage.value = source.flatMap { canary in stage.value?.tap(cage.handler()) ?? Promise() }
      source.resolve(cage.canary())
      stage.value?.ignoringErrors()
      stage.value = nil
    },
  ]
}
