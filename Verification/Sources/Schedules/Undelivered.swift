import Explorer
import Pledge
import PledgeTesting

/// Values that are received, or else disposed of, exactly once.
enum Undelivered {
  static let all = [
    settling, declaring, passing, following, replacing, forwarding, racing, combining, running,
    mapping, handing, detaching, attempting, queuing, copying, requesting, requestingEdited,
  ]

  /// A value arrives while its promise is discarded and a handler is registered.
  static let settling = Scenario("undelivered", .invariant(received(1, 2))) { trial in
    let promise = disposing(Promise<Int>(), trial)
    trial.thread(resolve("1", promise))
    trial.thread(receive(promise, trial), discard("promise", promise))
    trial.thread(resolve("2", promise, 2))
  }

  /// A value arrives while two blocks are declared, and each is called once.
  static let declaring = Scenario(
    "undelivered-declaration",
    .invariant { $0["disposed"] == ["1", "1"] }
  ) { trial in
    let promise = trial.work("promise")
    let declares = declare(promise, trial)
    trial.thread(declares, declares, discard("promise", promise))
    trial.thread(resolve("promise", promise))
  }

  /// A value is passed on while the promise that takes it is discarded.
  static let passing = Scenario("undelivered-passing", .invariant(received(1))) { trial in
    let source = disposing(trial.work("source"), trial)
    let first = trial.track(source.ensure {}, "first")
    let second = trial.track(first.catch { _ in }, "second")
    trial.thread(resolve("source", source))
    trial.thread(discard("first", first))
    trial.thread(receive(second, trial), discard("second", second))
  }

  /// A value waits for a cleanup that ends while its stage is discarded.
  static let following = waiting("undelivered-cleanup") { result, trial in
    trial.thread(receive(result, trial), discard("result", result))
  }

  /// A value waits for a cleanup while its stage is settled with another value.
  static let replacing = waiting("undelivered-replaced") { result, trial in
    trial.thread(resolve("result", result, 2), receive(result, trial))
  }

  private static func waiting(
    _ name: String,
    _ end: @escaping @Sendable (Promise<Int>, Trial) -> Void
  ) -> Scenario {
    Scenario(name, .invariant(received(1))) { trial in
      let cleanup = trial.track(Promise<Void>(), "cleanup")
      let source = disposing(Promise<Int>(), trial)
      let result = trial.track(source.ensureThen { cleanup }, "result")
      trial.thread(resolve("source", source))
      trial.thread(Operation("resolve cleanup") { cleanup.resolve() })
      end(result, trial)
    }
  }

  /// A value comes from a promise that a handler returns.
  static let forwarding = Scenario("undelivered-inner", .invariant(received(1))) { trial in
    let inner = disposing(Promise<Int>(), trial)
    let source = trial.promise("source")
    let middle = Slot(source.flatMap { _ in inner })
    let outer = trial.track(
      Promise(value: ()).flatMap { [object = middle.object] in object ?? inner },
      "outer"
    )
    trial.thread(resolve("source", source), drop("middle", middle))
    trial.thread(resolve("inner", inner))
    trial.thread(receive(outer, trial), discard("outer", outer))
  }

  /// Two values race, and the winner is received while the result is discarded.
  static let racing = Scenario("undelivered-race", .invariant(received(1, 2))) { trial in
    let (x, y) = (disposing(Promise<Int>(), trial), disposing(Promise<Int>(), trial))
    let first = trial.track(race([x, y]), "race")
    trial.thread(resolve("x", x))
    trial.thread(resolve("y", y, 2))
    trial.thread(receive(first, trial), discard("race", first))
  }

  /// Two values are combined while the result is settled with another value.
  ///
  /// Both are disposed of, unless the result is received.
  static let combining = Scenario(
    "undelivered-all",
    .invariant { $0["disposed"].sorted() == ($0["received"] == ["both"] ? [] : ["1", "2"]) }
  ) { trial in
    let (x, y) = (disposing(Promise<Int>(), trial), disposing(Promise<Int>(), trial))
    let both = trial.track(Pledge.all([x, y]), "all")
    trial.thread(resolve("x", x), Operation("settle") { both.resolve([3]) })
    trial.thread(resolve("y", y, 2))
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
    trial.thread(resolve("source", source), Operation("run") { context.runAll() })
    trial.thread(discard("stage", trial.track(stage, "stage")))
  }

  /// A handler returns a value while its stage is discarded.
  static let mapping = Scenario(
    "undelivered-handler",
    .invariant { $0["received"] + $0["disposed"] == $0["made"] }
  ) { trial in
    let source = trial.promise("source")
    let make = trial.run("1", in: "made")
    let stage = source.map { value in
      make()
      return value
    }
    disposing(stage, trial)
    trial.thread(resolve("source", source))
    trial.thread(receive(stage, trial), discard("stage", stage))
  }

  /// A block is declared, and a discard requested, while a handler returns a value.
  static let requesting = requesting("undelivered-request") { _ in }

  /// The same, on a stage that has been edited.
  static let requestingEdited = requesting("undelivered-edited-request") { $0.ignoringErrors() }

  private static func requesting(
    _ name: String,
    _ prepare: @escaping @Sendable (Promise<Int>) -> Void
  ) -> Scenario {
    Scenario(name, .invariant { $0["disposed"] == $0["made"] }) { trial in
      let source = trial.promise("source")
      let make = trial.run("1", in: "made")
      let stage = source.map { value in
        make()
        return value
      }
      prepare(stage)
      trial.thread(resolve("source", source))
      trial.thread(declare(stage, trial), discard("stage", stage))
    }
  }

  /// A block is declared on an edited stage, which then gets a handler, while its own returns.
  static let handing = Scenario("undelivered-edited", .invariant(received(1))) { trial in
    let source = trial.promise("source")
    let stage = source.map { $0 }
    stage.ignoringErrors()
    trial.thread(declare(stage, trial), receive(stage, trial))
    trial.thread(resolve("source", source))
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
    trial.thread(resolve("promise", resolver))
  }

  /// The value of the promise that an attempt returns arrives.
  static let attempting = returning("undelivered-attempt") { work in retry(max: 1, work) }

  /// The value of the promise that an operation of a queue returns arrives.
  static let queuing = returning("undelivered-queue") { work in PromiseQueue().add(work) }

  /// The same without a block, in a program that has declared one.
  static let copying = returning("undelivered-copy", declares: false) { work in
    retry(max: 1, work)
  }

  /// A block is declared on an edited promise within the closure that returns it.
  private static func returning(
    _ name: String,
    declares: Bool = true,
    _ start: @escaping @Sendable (@escaping @Sendable () -> Future<Int>) -> Promise<Int>
  ) -> Scenario {
    Scenario(name, .invariant(received(1))) { trial in
      let source = trial.promise("source")
      source.map { $0 }.discard()
      disposing(Promise(), trial)
      let attach = { receive($0, trial).body() }
      trial.thread(
        Operation("start") { attach(start { declares ? disposing(source, trial) : source }) }
      )
      trial.thread(resolve("source", source))
    }
  }

  private static func declare(_ promise: Promise<Int>, _ trial: Trial) -> Operation {
    Operation("declare") { disposing(promise, trial) }
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

  private static func received(_ values: Int...) -> @Sendable (Observation) -> Bool {
    { seen in
      let all = seen["received"] + seen["disposed"]
      return values.allSatisfy { value in all.count { $0 == "\(value)" } == 1 }
    }
  }
}
