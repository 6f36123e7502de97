import Explorer
import Pledge

/// What scenarios reject with.
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
  /// The outcome, or that there is none.
  var brief: String { result?.brief ?? "pending" }
}

extension Trial {
  /// A handler that notes what it hears, and has to be released by the end.
  func hear<Value>(
    _ name: String,
    in key: String = "heard"
  ) -> @Sendable (Result<Value, any Error>) -> Void {
    let canary = canary()
    return { outcome in
      withExtendedLifetime(canary) { self.note("\(name)=\(outcome.brief)", for: key) }
    }
  }

  /// A block that notes that it has run, and has to be released by the end.
  func run(_ name: String, in key: String = "blocks") -> @Sendable () -> Void {
    let canary = canary()
    return { withExtendedLifetime(canary) { self.note(name, for: key) } }
  }

  /// Notes how promises have ended.
  func expect<Value>(_ futures: Future<Value>...) {
    atEnd {
      for future in futures { self.note(future.brief, for: "ended") }
    }
  }
}

/// Runs `body` within one handler more than `depth`; within 48, whatever is settled is delivered later.
func nest(_ depth: Int, _ body: @escaping @Sendable () -> Void) {
  Promise(value: depth).observe { _ in depth == 0 ? body() : nest(depth - 1, body) }
}

/// An operation that reads a promise.
func read<Value>(_ name: String, _ future: Future<Value>) -> Operation {
  Operation("read \(name)") { future.brief }
}

/// An operation that registers a handler.
func attach<Value>(
  _ name: String,
  to future: Future<Value>,
  _ trial: Trial,
  in key: String = "heard"
) -> Operation {
  Operation("attach \(name)") { _ = future.observe(trial.hear(name, in: key)) }
}

/// An operation that discards a promise.
func discard<Value>(_ name: String, _ promise: Promise<Value>) -> Operation {
  Operation("discard \(name)") { promise.discard() }
}

/// An operation that fulfils a promise, and answers whether it did.
func fulfill(_ name: String, _ resolver: Resolver<Int>, _ value: Int) -> Operation {
  Operation("fulfill \(name)") { resolver.fulfill(value) }
}
