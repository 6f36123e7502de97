import Explorer
import Pledge
import PledgeTesting

/// The error that scenarios reject with.
struct Oops: Error {}

extension Result where Failure == any Error {
  /// The value, or the type of the error.
  var brief: String {
    switch self {
    case .success(let value): "\(value)"
    case .failure(let error): "\(type(of: error as any Error))"
    }
  }
}

extension Future {
  /// The outcome, or `pending`.
  var brief: String { result?.brief ?? "pending" }
}

extension Trial {
  /// Returns a handler that records its outcome and must be released by the end.
  func handler<Value>(
    _ name: String,
    in key: String = "handled"
  ) -> @Sendable (Result<Value, any Error>) -> Void {
    let canary = canary()
    return { outcome in
      withExtendedLifetime(canary) { self.note("\(name)=\(outcome.brief)", for: key) }
    }
  }

  /// Returns a block that records its call and must be released by the end.
  func run(_ name: String, in key: String = "blocks") -> @Sendable () -> Void {
    let canary = canary()
    return { withExtendedLifetime(canary) { self.note(name, for: key) } }
  }

  /// Returns a function that adds one and must be released by the end.
  func increment() -> @Sendable (Int) -> Int {
    let canary = canary()
    return { value in withExtendedLifetime(canary) { value + 1 } }
  }

  /// Returns a promise that must be released by the end.
  func promise(_ name: String) -> Promise<Int> { track(Promise(), name) }

  /// Returns a promise that must be released by the end, and its resolver.
  func pending(_ name: String) -> (Promise<Int>, Resolver<Int>) {
    let (promise, resolver) = Promise<Int>.pending()
    return (track(promise, name), resolver)
  }

  /// Returns a promise that must be released by the end, and that records when its work is stopped.
  func work(_ name: String, in key: String = "blocks") -> Promise<Int> {
    track(Promise(discard: run(name, in: key)), name)
  }

  /// Records the final outcomes of promises after a last action.
  func expect<Value>(_ futures: Future<Value>..., after action: @escaping () -> Void = {}) {
    atEnd {
      action()
      for future in futures { self.note(future.brief, for: "ended") }
    }
  }
}

extension Observation {
  /// Whether every promise has one of these outcomes.
  func ends(with outcomes: String...) -> Bool { self["ended"].allSatisfy(outcomes.contains) }
}

/// Runs `body` within 48 nested handlers, where delivery is deferred.
func nest(_ depth: Int = 47, _ body: @escaping @Sendable () -> Void) {
  Promise(value: depth).observe { _ in depth == 0 ? body() : nest(depth - 1, body) }
}

// MARK: - Operations

func read<Value>(_ name: String, _ future: Future<Value>) -> Operation {
  Operation("read \(name)") { future.brief }
}

/// Returns an operation that registers a handler.
func attach<Value>(
  _ name: String,
  to future: Future<Value>,
  _ trial: Trial,
  in key: String = "handled"
) -> Operation {
  Operation("attach \(name)") { _ = future.observe(trial.handler(name, in: key)) }
}

func discard<Value>(_ name: String, _ promise: Promise<Value>) -> Operation {
  Operation("discard \(name)") { promise.discard() }
}

func resolve(_ name: String, _ promise: Promise<Int>, _ value: Int = 1) -> Operation {
  Operation("resolve \(name)") { _ = promise.resolve(value) }
}

func resolve(_ name: String, _ resolver: Resolver<Int>, _ value: Int = 1) -> Operation {
  Operation("resolve \(name)") { resolver.resolve(value) }
}

func reject(_ name: String, _ promise: Promise<Int>) -> Operation {
  Operation("reject \(name)") { _ = promise.reject(Oops()) }
}

func chain(_ name: String, _ promise: Promise<Int>, after other: Promise<Int>) -> Operation {
  Operation("chain \(name)") { promise.chain(after: other) }
}

/// Returns an operation that releases the object of a slot.
func drop<Object>(_ name: String, _ slot: Slot<Object>) -> Operation {
  Operation("drop \(name)") { slot.drop() }
}

func runJob(on context: ManualContext) -> Operation {
  Operation("run job") { _ = context.runNext() }
}
