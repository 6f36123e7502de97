import Explorer
import Pledge

/// One promise: which thread settles it, and in which order its handlers are called.
enum Settling {
  static let all = [
    settleAndRead, settleAndAttach, nested, nestedAfterDetachment, takenOverToEnd, discardDeferred,
    onDiscard,
    settleDirectly, chainedTwice, discarded, described, describedAsItForwards,
  ]

  /// Two threads settle.
  ///
  /// The loser finds the promise settled, and no thread sees the outcome change.
  static let settleAndRead = Scenario("settle-read") { trial in
    let (promise, resolver) = trial.pending("promise")
    let reads = read("promise", promise)
    trial.thread(resolve("promise", resolver), reads)
    trial.thread(Operation("reject") { resolver.reject(Oops()) }, reads)
    trial.thread(reads, attach("a", to: promise, trial), reads)
    trial.expect(promise)
  }

  /// Handlers start once each in the order of registration, on whichever thread delivers.
  static let settleAndAttach = Scenario("settle-attach") { trial in
    let (promise, resolver) = trial.pending("promise")
    trial.thread(attach("a", to: promise, trial), attach("b", to: promise, trial))
    trial.thread(resolve("promise", resolver), attach("c", to: promise, trial))
    trial.thread(attach("d", to: promise, trial), attach("e", to: promise, trial))
    trial.expect(promise)
  }

  /// Past the limit for nested handlers, delivery is deferred and keeps its order.
  static let nested = Scenario("nested") { trial in
    let (promise, resolver) = trial.pending("promise")
    let stage = promise.map { $0 }
    stage.observe(trial.handler("stage", in: "stage"))
    trial.thread(
      Operation("settle within handlers") {
        nest {
          resolver.resolve(1)
          promise.observe(trial.handler("a"))
        }
      }
    )
    trial.thread(attach("b", to: promise, trial), attach("c", to: promise, trial))
    trial.thread(attach("d", to: stage, trial, in: "stage"))
    trial.expect(promise, stage)
  }

  /// The same, and a consumer has detached before.
  static let nestedAfterDetachment = Scenario("nested-detached") { trial in
    let (promise, resolver) = trial.pending("promise")
    promise.observe(trial.handler("a"))
    promise.map { $0 }.discard()
    trial.thread(Operation("settle within handlers") { nest { resolver.resolve(1) } })
    trial.thread(attach("b", to: promise, trial))
  }

  /// One thread takes over the delivery that another offers, serves all consumers, and registers
  /// again past the nesting limit, while the first thread still waits for its offer to be accepted.
  static let takenOverToEnd = Scenario("offer-end", .invariant(Settling.isInOrder)) { trial in
    let promise = Promise(value: 1)
    let handles = trial.handler("a0") as @Sendable (Result<Int, any Error>) -> Void
    trial.thread(
      Operation("attach a0, a1, and a2 within handlers") {
        nest {
          // Registers a new consumer, without which the delivery is not offered.
          promise.observe { outcome in
            handles(outcome)
            promise.observe(trial.handler("c"))
          }
          promise.observe(trial.handler("a1"))
          promise.observe(trial.handler("a2"))
        }
      }
    )
    trial.thread(
      attach("b0", to: promise, trial),
      Operation("attach b1 within handlers") { nest { promise.observe(trial.handler("b1")) } }
    )
  }

  /// Each handler runs once, and those of one thread run in the order of registration.
  private static func isInOrder(_ seen: Observation) -> Bool {
    let byThread = Dictionary(grouping: seen["handled"]) { $0.prefix(1) }
    return byThread == ["a": ["a0=1", "a1=1", "a2=1"], "b": ["b0=1", "b1=1"], "c": ["c=1"]]
  }

  /// A promise whose handler is deferred can be discarded, unless a thread that takes the delivery
  /// over comes first.
  static let discardDeferred = Scenario("discard-deferred") { trial in
    let (promise, resolver) = trial.pending("promise")
    let stage = promise.map { $0 }
    trial.thread(Operation("settle within handlers") { nest { resolver.resolve(1) } })
    trial.thread(discard("stage", stage))
    trial.thread(attach("a", to: promise, trial), attach("b", to: stage, trial, in: "stage"))
    trial.expect(promise, stage)
  }

  /// Blocks added while the promise is discarded or settled run once each or not at all.
  static let onDiscard = Scenario("on-discard", .invariant(Settling.blocksMatchOutcome)) { trial in
    let (promise, resolver) = trial.pending("promise")
    trial.thread(
      Operation("onDiscard a") { resolver.onDiscard(trial.run("a")) },
      Operation("onDiscard b") { resolver.onDiscard(trial.run("b")) }
    )
    trial.thread(discard("promise", promise), attach("h", to: promise, trial))
    trial.thread(resolve("promise", resolver), read("promise", promise))
    trial.expect(promise)
  }

  /// The blocks have run exactly if the promise was discarded.
  ///
  /// Blocks added while another thread discards the promise have no defined order: the second may
  /// find it settled before the discarding thread has run the first.
  private static func blocksMatchOutcome(_ seen: Observation) -> Bool {
    let blocks = seen["ended"] == ["DiscardedError"] ? ["a", "b"] : []
    return seen["blocks"].sorted() == blocks && seen["handled"].count == 1
      && seen["ended"] != ["pending"]
  }

  /// A stage is settled directly, by its source, and by a discard.
  static let settleDirectly = Scenario("direct-settle") { trial in
    let (source, resolver) = trial.pending("source")
    let stage = trial.track(source.map { $0 + 1 }, "stage")
    stage.observe(trial.handler("a"))
    trial.thread(resolve("source", resolver))
    trial.thread(resolve("stage", stage, 7), attach("b", to: stage, trial))
    trial.thread(discard("stage", stage))
    trial.expect(stage)
  }

  /// A promise is chained after two others and settled directly.
  static let chainedTwice = Scenario("chain-two") { trial in
    let ((x, resolveX), (y, resolveY)) = (Promise<Int>.pending(), Promise<Int>.pending())
    let promise = trial.promise("promise")
    promise.observe(trial.handler("a"))
    trial.thread(chain("after x", promise, after: x), resolve("x", resolveX))
    trial.thread(chain("after y", promise, after: y), resolve("y", resolveY, 2))
    trial.thread(resolve("promise", promise, 3))
    trial.expect(promise, x, y)
  }

  /// A token discards while promises are added to it and settle.
  static let discarded = Scenario("token") { trial in
    let source = DiscardSource()
    let (x, resolveX) = trial.pending("x")
    let y = trial.work("y")
    _ = x.discarded(by: source.token)
    trial.thread(Operation("discard all") { source.discard() })
    trial.thread(Operation("give y the token") { _ = y.discarded(by: source.token) })
    trial.thread(resolve("x", resolveX))
    trial.expect(x, y)
  }

  /// Promises are described while one is rejected, and the other one gets its first consumer.
  static let described = Scenario("explain", .invariant { $0["handled"] == ["a=Oops"] }) { trial in
    let promise = trial.promise("promise")
    let lazy = LazyPromise { promise }
    trial.thread(reject("promise", promise))
    trial.thread(attach("a", to: lazy, trial))
    trial.thread(
      Operation("explain promise") { _ = promise.explain() },
      Operation("explain lazy") { _ = lazy.explain() }
    )
  }

  /// A stage is described while its handler returns a promise.
  static let describedAsItForwards = Scenario("explain-stage") { trial in
    let source = trial.promise("source")
    let inner = trial.promise("inner")
    let outer = trial.track(source.flatMap { _ in inner }, "outer")
    trial.thread(resolve("source", source), resolve("inner", inner))
    trial.thread(Operation("explain outer") { _ = outer.explain() })
    trial.expect(outer)
  }
}
