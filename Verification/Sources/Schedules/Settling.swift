import Explorer
import Pledge

/// One promise: who settles it, and who hears of that in which order.
enum Settling {
  static let all = [
    settleAndRead, settleAndAttach, bothSettleAndAttach, attachInHandlers, nested, onDiscard,
    settleByHand, chainedTwice, discarded,
  ]

  /// Two settle; whoever lost finds it settled, and nobody sees it change.
  static let settleAndRead = Scenario("settle-read") { trial in
    let (promise, resolver) = Promise<Int>.pending()
    _ = trial.watch(promise, "promise")
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

  /// Handlers start in the order of their registration, whoever delivers, each once.
  static let settleAndAttach = Scenario("settle-attach") { trial in
    let (promise, resolver) = Promise<Int>.pending()
    _ = trial.watch(promise, "promise")
    trial.thread(attach("a", to: promise, trial), attach("b", to: promise, trial))
    trial.thread(
      fulfill("with 1", resolver, 1),
      attach("c", to: promise, trial)
    )
    trial.thread(attach("d", to: promise, trial), attach("e", to: promise, trial))
    trial.expect(promise)
  }

  /// The same for two who do both.
  static let bothSettleAndAttach = Scenario("both-settle-attach") { trial in
    let (promise, resolver) = Promise<Int>.pending()
    _ = trial.watch(promise, "promise")
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

  /// Past the depth at which handlers stop nesting, delivery is put off, and order is kept.
  static let nested = Scenario("nested") { trial in
    let (promise, resolver) = Promise<Int>.pending()
    let stage = trial.watch(promise, "promise").map { $0 }
    stage.observe(trial.hear("stage", in: "stage"))
    trial.thread(
      Operation("settle in the depth") {
        nest(47) {
          resolver.fulfill(1)
          promise.observe(trial.hear("a"))
        }
      }
    )
    trial.thread(attach("b", to: promise, trial), attach("c", to: promise, trial))
    trial.thread(attach("d", to: stage, trial, in: "stage"))
    trial.expect(promise, stage)
  }

  /// What a handler registers with its own promise comes after what was registered before.
  static let attachInHandlers = Scenario("attach-in-handler") { trial in
    let (promise, resolver) = Promise<Int>.pending()
    _ = trial.watch(promise, "promise")
    let handles = trial.hear("a") as @Sendable (Result<Int, any Error>) -> Void
    trial.thread(
      Operation("attach a") {
        promise.observe { [weak promise] outcome in
          handles(outcome)
          promise?.observe(trial.hear("inner"))
        }
        return
      },
      attach("b", to: promise, trial)
    )
    trial.thread(fulfill("with 1", resolver, 1))
    trial.thread(attach("c", to: promise, trial), attach("d", to: promise, trial))
    trial.expect(promise)
  }

  /// Blocks that come while the promise is discarded or settled run once each, or not at all.
  static let onDiscard = Scenario("on-discard", .invariant(Settling.blocksMatchOutcome)) { trial in
    let (promise, resolver) = Promise<Int>.pending()
    _ = trial.watch(promise, "promise")
    trial.thread(
      Operation("onDiscard a") { resolver.onDiscard(trial.run("a")) },
      Operation("onDiscard b") { resolver.onDiscard(trial.run("b")) }
    )
    trial.thread(discard("promise", promise), attach("h", to: promise, trial))
    trial.thread(fulfill("with 1", resolver, 1), read("promise", promise))
    trial.expect(promise)
  }

  /// A stage that is settled by hand, by its source and by being discarded.
  static let settleByHand = Scenario("by-hand") { trial in
    let (source, resolver) = Promise<Int>.pending()
    let stage = trial.watch(source, "source").map { $0 + 1 }
    _ = trial.watch(stage, "stage")
    stage.observe(trial.hear("a"))
    trial.thread(fulfill("source with 1", resolver, 1))
    trial.thread(
      Operation("resolve stage") { stage.resolve(7) },
      attach("b", to: stage, trial)
    )
    trial.thread(discard("stage", stage))
    trial.atEnd { trial.note(stage.brief, for: "ended") }
  }

  /// A promise that is chained after two and settled by hand.
  static let chainedTwice = Scenario("chain-two") { trial in
    let (x, resolveX) = Promise<Int>.pending()
    let (y, resolveY) = Promise<Int>.pending()
    let promise = trial.watch(Promise<Int>(), "promise")
    promise.observe(trial.hear("a"))
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

  /// A token that discards while promises come to it and settle.
  static let discarded = Scenario("token") { trial in
    let source = DiscardSource()
    let (x, resolveX) = Promise<Int>.pending()
    let y = trial.watch(Promise<Int>(discard: trial.run("y")), "y")
    _ = trial.watch(x, "x").discarded(by: source.token)
    trial.thread(Operation("discard all") { source.discard() })
    trial.thread(Operation("give y the token") { _ = y.discarded(by: source.token) })
    trial.thread(fulfill("x with 1", resolveX, 1))
    trial.expect(x, y)
  }

  /// The blocks have run just if the promise was discarded.
  ///
  /// Those that come while another thread
  /// discards it are in no order: the second may find it settled while the first one is still due there.
  private static func blocksMatchOutcome(_ seen: Observation) -> String? {
    let blocks = seen.events("blocks").sorted()
    let wasDiscarded = seen.events("ended") == ["Discarded"]
    if blocks != (wasDiscarded ? ["a", "b"] : []) { return "wrong blocks" }
    if seen.events("heard").count != 1 { return "the handler has not heard once" }
    return seen.events("ended") == ["pending"] ? "not settled" : nil
  }
}
