import Explorer
import Pledge

/// One promise: which thread settles it, and in which order its handlers are called.
enum Settling {
  static let all = [
    settleAndRead, settleAndAttach, bothSettleAndAttach, attachInHandlers, nested, discardDeferred,
    onDiscard, settleDirectly, chainedTwice, discarded,
  ]

  /// Two threads settle.
  ///
  /// The loser finds the promise settled, and no thread sees the outcome change.
  static let settleAndRead = Scenario("settle-read") { trial in
    let (promise, resolver) = trial.pending("promise")
    trial.thread(fulfill("with 1", resolver, 1), read("promise", promise))
    trial.thread(
      Operation("reject") { resolver.reject(Oops()) },
      read("promise", promise)
    )
    trial.thread(
      read("promise", promise),
      attach("a", to: promise, trial),
      read("promise", promise)
    )
    trial.expect(promise)
  }

  /// Handlers start once each in the order of registration, on whichever thread delivers.
  static let settleAndAttach = Scenario("settle-attach") { trial in
    let (promise, resolver) = trial.pending("promise")
    trial.thread(attach("a", to: promise, trial), attach("b", to: promise, trial))
    trial.thread(
      fulfill("with 1", resolver, 1),
      attach("c", to: promise, trial)
    )
    trial.thread(attach("d", to: promise, trial), attach("e", to: promise, trial))
    trial.expect(promise)
  }

  /// The same with two threads that both settle and register.
  static let bothSettleAndAttach = Scenario("both-settle-attach") { trial in
    let (promise, resolver) = trial.pending("promise")
    trial.thread(
      attach("a", to: promise, trial),
      fulfill("with 1", resolver, 1),
      attach("b", to: promise, trial),
      read("promise", promise)
    )
    trial.thread(
      attach("c", to: promise, trial),
      Operation("reject") { resolver.reject(Oops()) },
      attach("d", to: promise, trial),
      read("promise", promise)
    )
  }

  /// Past the limit for nested handlers, delivery is deferred and keeps its order.
  static let nested = Scenario("nested") { trial in
    let (promise, resolver) = Promise<Int>.pending()
    let stage = trial.track(promise, "promise").map { $0 }
    stage.observe(trial.handler("stage", in: "stage"))
    trial.thread(
      Operation("settle within handlers") {
        nest(47) {
          resolver.resolve(1)
          promise.observe(trial.handler("a"))
        }
      }
    )
    trial.thread(attach("b", to: promise, trial), attach("c", to: promise, trial))
    trial.thread(attach("d", to: stage, trial, in: "stage"))
    trial.expect(promise, stage)
  }

  /// A promise whose handler is deferred can be discarded, unless a thread that takes the delivery
  /// over comes first.
  static let discardDeferred = Scenario("discard-deferred") { trial in
    let (promise, resolver) = Promise<Int>.pending()
    let stage = trial.track(promise, "promise").map { $0 }
    trial.thread(Operation("settle within handlers") { nest(47) { resolver.resolve(1) } })
    trial.thread(discard("stage", stage))
    trial.thread(
      attach("a", to: promise, trial),
      attach("b", to: stage, trial, in: "stage")
    )
    trial.expect(promise, stage)
  }

  /// A handler that another handler registers with its own promise runs after the earlier ones.
  static let attachInHandlers = Scenario("attach-in-handler") { trial in
    let (promise, resolver) = trial.pending("promise")
    let handles = trial.handler("a") as @Sendable (Result<Int, any Error>) -> Void
    trial.thread(
      Operation("attach a") {
        promise.observe { [weak promise] outcome in
          handles(outcome)
          promise?.observe(trial.handler("inner"))
        }
        return
      },
      attach("b", to: promise, trial)
    )
    trial.thread(fulfill("with 1", resolver, 1))
    trial.thread(attach("c", to: promise, trial), attach("d", to: promise, trial))
    trial.expect(promise)
  }

  /// Blocks added while the promise is discarded or settled run once each or not at all.
  static let onDiscard = Scenario("on-discard", .invariant(Settling.blocksMatchOutcome)) { trial in
    let (promise, resolver) = trial.pending("promise")
    trial.thread(
      Operation("onDiscard a") { resolver.onDiscard(trial.run("a")) },
      Operation("onDiscard b") { resolver.onDiscard(trial.run("b")) }
    )
    trial.thread(discard("promise", promise), attach("h", to: promise, trial))
    trial.thread(fulfill("with 1", resolver, 1), read("promise", promise))
    trial.expect(promise)
  }

  /// A stage is settled directly, by its source, and by a discard.
  static let settleDirectly = Scenario("direct-settle") { trial in
    let (source, resolver) = trial.pending("source")
    let stage = trial.track(source.map { $0 + 1 }, "stage")
    stage.observe(trial.handler("a"))
    trial.thread(fulfill("source with 1", resolver, 1))
    trial.thread(
      Operation("resolve stage") { stage.resolve(7) },
      attach("b", to: stage, trial)
    )
    trial.thread(discard("stage", stage))
    trial.expect(stage)
  }

  /// A promise is chained after two others and settled directly.
  static let chainedTwice = Scenario("chain-two") { trial in
    let (x, resolveX) = Promise<Int>.pending()
    let (y, resolveY) = Promise<Int>.pending()
    let promise = trial.track(Promise<Int>(), "promise")
    promise.observe(trial.handler("a"))
    trial.thread(
      Operation("chain after x") { promise.chain(after: x) },
      fulfill("x with 1", resolveX, 1)
    )
    trial.thread(
      Operation("chain after y") { promise.chain(after: y) },
      fulfill("y with 2", resolveY, 2)
    )
    trial.thread(Operation("resolve") { promise.resolve(3) })
    trial.expect(promise, x, y)
  }

  /// A token discards while promises are added to it and settle.
  static let discarded = Scenario("token") { trial in
    let source = DiscardSource()
    let (x, resolveX) = Promise<Int>.pending()
    let y = trial.track(Promise<Int>(discard: trial.run("y")), "y")
    _ = trial.track(x, "x").discarded(by: source.token)
    trial.thread(Operation("discard all") { source.discard() })
    trial.thread(Operation("give y the token") { _ = y.discarded(by: source.token) })
    trial.thread(fulfill("x with 1", resolveX, 1))
    trial.expect(x, y)
  }

  /// The blocks have run exactly if the promise was discarded.
  ///
  /// Blocks added while another thread discards the promise have no defined order: the second may
  /// find it settled before the discarding thread has run the first.
  private static func blocksMatchOutcome(_ seen: Observation) -> String? {
    let blocks = seen.events("blocks").sorted()
    let wasDiscarded = seen.events("ended") == ["DiscardedError"]
    if blocks != (wasDiscarded ? ["a", "b"] : []) { return "wrong blocks" }
    if seen.events("handled").count != 1 { return "the handler was not called once" }
    return seen.events("ended") == ["pending"] ? "not settled" : nil
  }
}
