import Explorer
import Pledge
import PledgeTesting

/// Values that are received, or else disposed of, exactly once.
enum Undelivered {
  static let all = [
    settling, declaring, passing, following, replacing, forwarding, racing, combining, running,
    mapping, declaringTwice, handing, reading, detaching,
  ]

  /// A value arrives while its promise is discarded and a handler is registered.
  static let settling = Scenario("undelivered", .invariant(received(1, 2))) { trial in
    let promise = disposing(Promise<Int>(), trial)
    trial.thread(Operation("resolve 1") { promise.resolve(1) })
    trial.thread(receive(promise, trial), discard("promise", promise))
    trial.thread(Operation("resolve 2") { promise.resolve(2) })
  }

  /// A value arrives while the block is declared; nobody else has the promise yet.
  static let declaring = Scenario("undelivered-declaration", .invariant(received(1))) { trial in
    let promise = trial.track(Promise<Int>(discard: trial.run("stop")), "promise")
    trial.thread(Operation("declare") { disposing(promise, trial) }, discard("promise", promise))
    trial.thread(Operation("resolve") { promise.resolve(1) })
  }

  /// A value is passed on while the promise that takes it is discarded.
  static let passing = Scenario("undelivered-passing", .invariant(received(1))) { trial in
    let source = disposing(Promise<Int>(discard: trial.run("stop")), trial)
    let first = trial.track(source.ensure {}, "first")
    let second = trial.track(first.catch { _ in }, "second")
    trial.thread(Operation("resolve") { source.resolve(1) })
    trial.thread(discard("first", first))
    trial.thread(receive(second, trial), discard("second", second))
  }

  /// A value waits for a cleanup that ends while its stage is discarded.
  static let following = Scenario("undelivered-cleanup", .invariant(received(1))) { trial in
    let cleanup = trial.track(Promise<Void>(), "cleanup")
    let source = disposing(Promise<Int>(), trial)
    let result = trial.track(source.ensureThen { cleanup }, "result")
    trial.thread(Operation("resolve source") { source.resolve(1) })
    trial.thread(Operation("resolve cleanup") { cleanup.resolve() })
    trial.thread(receive(result, trial), discard("result", result))
  }

  /// A value waits for a cleanup while its stage is settled with another value.
  static let replacing = Scenario("undelivered-replaced", .invariant(received(1))) { trial in
    let cleanup = trial.track(Promise<Void>(), "cleanup")
    let source = disposing(Promise<Int>(), trial)
    let result = trial.track(source.ensureThen { cleanup }, "result")
    trial.thread(Operation("resolve source") { source.resolve(1) })
    trial.thread(Operation("resolve cleanup") { cleanup.resolve() })
    trial.thread(Operation("settle") { result.resolve(2) }, receive(result, trial))
  }

  /// A value comes from a promise that a handler returns.
  static let forwarding = Scenario("undelivered-inner", .invariant(received(1))) { trial in
    let inner = disposing(Promise<Int>(), trial)
    let source = trial.track(Promise<Void>(), "source")
    let middle = Slot(source.flatMap { inner })
    let outer = trial.track(
      Promise(value: ()).flatMap { [object = middle.object] in object ?? inner },
      "outer"
    )
    trial.thread(
      Operation("resolve source") { source.resolve() },
      Operation("drop") { middle.drop() }
    )
    trial.thread(Operation("resolve inner") { inner.resolve(1) })
    trial.thread(receive(outer, trial), discard("outer", outer))
  }

  /// Two values race, and the winner is received while the result is discarded.
  static let racing = Scenario("undelivered-race", .invariant(received(1, 2))) { trial in
    let (x, y) = (disposing(Promise<Int>(), trial), disposing(Promise<Int>(), trial))
    let first = trial.track(race([x, y]), "race")
    trial.thread(Operation("resolve x") { x.resolve(1) })
    trial.thread(Operation("resolve y") { y.resolve(2) })
    trial.thread(receive(first, trial), discard("race", first))
  }

  /// Two values are combined while the result is discarded, or settled with another value.
  static let combining = Scenario("undelivered-all", .invariant(combined)) { trial in
    let (x, y) = (disposing(Promise<Int>(), trial), disposing(Promise<Int>(), trial))
    let both = trial.track(Pledge.all([x, y]), "all")
    trial.thread(Operation("resolve x") { x.resolve(1) }, Operation("settle") { both.resolve([3]) })
    trial.thread(Operation("resolve y") { y.resolve(2) })
    trial.thread(
      Operation("attach") {
        let handle = trial.run("both", in: "received")
        both.observe { if case .success([1, 2]) = $0 { handle() } }
      }
    )
  }

  /// The handler of a value waits on a context while its stage is discarded.
  static let running = Scenario("undelivered-job", .invariant(received(1))) { trial in
    let context = ManualContext()
    let source = disposing(Promise<Int>(), trial)
    let stage = source.map(on: context) { [body = trial.run("1", in: "received")] _ in body() }
    trial.thread(Operation("resolve") { source.resolve(1) }, Operation("run") { context.runAll() })
    trial.thread(discard("stage", trial.track(stage, "stage")))
  }

  /// A handler returns a value while its stage is discarded.
  static let mapping = Scenario("undelivered-handler", .invariant(receivedIfMade)) { trial in
    let source = trial.track(Promise<Int>(), "source")
    let make = trial.run("1", in: "made")
    let stage = source.map { value in
      make()
      return value
    }
    disposing(stage, trial)
    trial.thread(Operation("resolve") { source.resolve(1) })
    trial.thread(receive(stage, trial), discard("stage", stage))
  }

  /// Two blocks are declared while the value arrives.
  static let declaringTwice = Scenario(
    "undelivered-blocks",
    .invariant { $0.events("disposed") == ["1", "1"] ? nil : "a block was not called once" }
  ) { trial in
    let promise = trial.track(Promise<Int>(), "promise")
    trial.thread(Operation("declare") { disposing(disposing(promise, trial), trial) })
    trial.thread(Operation("resolve") { promise.resolve(1) })
  }

  /// A block is declared on an edited stage, which then gets a handler, while its own returns.
  static let handing = Scenario("undelivered-edited", .invariant(received(1))) { trial in
    let (source, stage) = edited(trial)
    trial.thread(Operation("declare") { disposing(stage, trial) }, receive(stage, trial))
    trial.thread(Operation("resolve") { source.resolve(1) })
  }

  /// The same, and the stage is read.
  static let reading = Scenario("undelivered-read", .invariant(received(1))) { trial in
    let (source, stage) = edited(trial)
    trial.thread(
      Operation("declare") { disposing(stage, trial) },
      Operation("read") {
        if stage.isFulfilled, stage.result != nil { trial.note("1", for: "received") }
      }
    )
    trial.thread(Operation("resolve") { source.resolve(1) })
  }

  /// A root is pinned while its value gets a disposal, so its stripe is locked under the pin.
  ///
  /// Another thread gives it a discard block, and then locks the stripe, because the last consumer
  /// detaches.
  static let detaching = Scenario("undelivered-pinned", .invariant(received(1))) { trial in
    let (promise, resolver) = Promise<Int>.pending()
    disposing(promise, trial)
    let handle = trial.run("1", in: "received")
    trial.thread(
      Operation("discard a stage") {
        resolver.onDiscard {}
        promise.map { _ in handle() }.discard()
      }
    )
    trial.thread(Operation("resolve") { resolver.resolve(1) })
  }

  private static func edited(_ trial: Trial) -> (source: Promise<Int>, stage: Promise<Int>) {
    let source = trial.track(Promise<Int>(), "source")
    let stage = source.map { $0 }
    stage.ignoringErrors()
    return (source, stage)
  }

  /// Declares that the values of a promise are disposed of.
  @discardableResult
  private static func disposing(_ promise: Promise<Int>, _ trial: Trial) -> Promise<Int> {
    let canary = trial.canary()
    return trial.track(promise, "disposing").onUndelivered { value in
      withExtendedLifetime(canary) { trial.note("\(value)", for: "disposed") }
    }
  }

  private static func receive(_ future: Future<Int>, _ trial: Trial) -> Operation {
    Operation("attach") {
      let canary = trial.canary()
      future.observe { outcome in
        guard case .success(let value) = outcome else { return }
        withExtendedLifetime(canary) { trial.note("\(value)", for: "received") }
      }
    }
  }

  private static func received(_ values: Int...) -> @Sendable (Observation) -> String? {
    { seen in
      for value in values {
        let all = (seen.events("received") + seen.events("disposed")).filter { $0 == "\(value)" }
        if all.count != 1 { return "\(value) was received or disposed of \(all.count) times" }
      }
      return nil
    }
  }

  private static func receivedIfMade(_ seen: Observation) -> String? {
    seen.events("received") + seen.events("disposed") == seen.events("made")
      ? nil : "the value was not received or disposed of once"
  }

  private static func combined(_ seen: Observation) -> String? {
    let expected = seen.events("received") == ["both"] ? [] : ["1", "2"]
    return seen.events("disposed").sorted() == expected
      ? nil : "the members were not disposed of once"
  }
}
