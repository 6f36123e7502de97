import Pledge
import PledgeTestSupport
import Testing

/// A way to acquire a resource.
struct Acquisition: Sendable, CustomTestStringConvertible {
  typealias Begin = @Sendable (_ open: @escaping @Sendable () -> Int) -> Started
  /// The promise for the resource, and a closure for the remaining work, which calls `open`.
  typealias Started = (resource: Future<Int>, proceed: @Sendable () -> Void)

  let testDescription: String
  let begin: Begin

  private init(_ testDescription: String, _ begin: @escaping Begin) {
    self.testDescription = testDescription
    self.begin = begin
  }

  static let all: [Acquisition] = roots + stages + started

  private static let roots: [Acquisition] = [
    Acquisition("a root with a discard block") { open in
      let root = Promise<Int>(discard: {})
      return (root, { root.resolve(open()) })
    },
    Acquisition("a root with a resolver") { open in
      let (root, resolver) = Promise<Int>.pending()
      resolver.onDiscard {}
      return (root, { resolver.resolve(open()) })
    },
    Acquisition("a body on a context") { open in
      let context = ManualContext()
      return (Promise(on: context) { open() }, { context.runAll() })
    },
    Acquisition("a chained promise") { open in
      let (source, chained) = (Promise<Void>(discard: {}), Promise<Int>(discard: {}))
      chained.chain(after: source.map { open() })
      return (chained, { source.resolve() })
    },
  ]

  private static let stages: [Acquisition] = [
    Acquisition("a stage") { open in
      let source = Promise<Void>(discard: {})
      return (source.map { open() }, { source.resolve() })
    },
    Acquisition("a stage on a context") { open in
      let (source, context) = (Promise<Void>(discard: {}), ManualContext())
      let stage = source.map(on: context) { open() }
      return (
        stage,
        {
          source.resolve()
          context.runAll()
        }
      )
    },
    Acquisition("a returned promise") { open in
      let (source, inner) = (Promise<Void>(discard: {}), Promise<Int>(discard: {}))
      let stage = source.flatMap { inner }
      return (
        stage,
        {
          source.resolve()
          inner.resolve(open())
        }
      )
    },
    Acquisition("a combination") { open in
      let (source, other) = (Promise<Void>(discard: {}), Promise(value: 1))
      return (Pledge.all(source.map { open() }, other).map { $0.0 }, { source.resolve() })
    },
    Acquisition("another `using`") { open in
      let source = Promise<Void>(discard: {})
      let stage = using(source, release: { _ in }) { Promise(value: open()) }
      return (stage, { source.resolve() })
    },
  ]

  private static let started: [Acquisition] = [
    Acquisition("a lazy promise") { open in
      let source = Promise<Void>(discard: {})
      return (LazyPromise { source.map { open() } }, { source.resolve() })
    },
    Acquisition("an operation of a queue") { open in
      let (source, queue) = (Promise<Void>(discard: {}), PromiseQueue(limit: 1))
      let operation = queue.add { source.map { open() } }
      return (operation, { withExtendedLifetime(queue) { _ = source.resolve() } })
    },
    Acquisition("a load") { open in
      let (source, loads) = (Promise<Void>(discard: {}), SingleFlight<Int, Int>())
      let load = loads.value(for: 1) { source.map { open() } }
      return (load, { withExtendedLifetime(loads) { _ = source.resolve() } })
    },
  ]
}

/// Returns the result of `using` with these arguments.
typealias Use = (
  _ acquire: Promise<Int>,
  _ release: @escaping @Sendable (Int) -> Void,
  _ body: @escaping @Sendable (Int) -> Future<Int>
) -> Promise<Int>

/// A stage with a cleanup, and its consumer.
private final class CleanupRound: Sendable {
  let log = Log<Int>()
  let source = Promise<Int>()
  let stage: Promise<Int>
  let consumer: Promise<Int>

  init(_ derive: (Promise<Int>, _ cleanUp: @escaping @Sendable () -> Void) -> Promise<Int>) {
    stage = derive(source) { [log] in log.add(1) }
    consumer = stage.map { $0 }
  }
}

/// Returns how often a cleanup does not run exactly once if three threads settle its source, settle
/// its stage, and discard its consumer.
func wrongCleanups(
  against manual: ManualSettlement,
  _ derive: (Promise<Int>, _ cleanUp: @escaping @Sendable () -> Void) -> Promise<Int>
) -> Int {
  raced(
    rounds: 2_000,
    sharing: CleanupRound(derive),
    [{ $0.source.resolve(1) }, { manual.settle($0.stage) }, { $0.consumer.discard() }]
  ) { round in
    round.log.entries == [1] && !round.stage.isPending && !round.consumer.isPending
  }
}

/// A resource, and the work that uses it.
private final class UsingRound: Sendable {
  let log = Log<Int>()
  let acquire = Promise<Int>()
  let work = Promise<Int>()
  let result: Promise<Int>

  init(_ use: Use) {
    result = use(acquire, { [log] in log.add($0) }, { [work] _ in work })
  }
}

/// Returns how often a resource is not released exactly once if three threads let it arrive, let
/// the work end, and settle the result.
func wrongReleases(against manual: ManualSettlement, _ use: Use) -> Int {
  raced(
    rounds: 2_000,
    sharing: UsingRound(use),
    [
      { $0.acquire.resolve(7) },
      { manual.settle($0.result) },
      { $0.work.resolve(1) },
    ]
  ) { round in
    round.log.entries == [7] && round.result.result != nil
  }
}
