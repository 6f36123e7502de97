package import Pledge
import Testing

/// An operator in its three forms, for tests of their common behavior.
package struct Operator: Sendable, CustomTestStringConvertible {
  package typealias Body = @Sendable () -> Void

  package let testDescription: String
  /// The stages of the trail if the source is rejected, or if the operator did not recover; `@` is
  /// the place of the source, `^` any other one.
  package let stages: String
  /// Derives a stage whose handler calls the body.
  package let plain: @Sendable (Future<Canary>, @escaping Body) -> any Stage
  /// Derives a stage whose handler runs on a context.
  package let onContext:
    @Sendable (Future<Canary>, any ExecutionContext, @escaping Body) -> any Stage
  /// Derives a stage whose handler runs on the main actor.
  package let onMainActor: @Sendable (Future<Canary>, @escaping Body) -> any Stage

  /// The name of the declaring file without extension: `ObserveOwner` for `observe(owner:)`.
  ///
  /// The variants with `from:` and `if:` are declared in the file of the plain operator.
  package var file: String {
    testDescription.split { !$0.isLetter }.filter { $0 != "from" && $0 != "if" }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined()
  }

  /// Settles a promise with an outcome for which the handler runs, or does not.
  package func settle(_ promise: Promise<Canary>, runningHandler runs: Bool = true) {
    if (ending == .rejected) == runs { promise.reject(Broken()) } else { promise.resolve(spare) }
  }

  /// The outcome for which the handler runs.
  package var ending: Ending {
    Operator.ofErrors.contains { $0.testDescription == testDescription } ? .rejected : .fulfilled
  }

  /// All operators.
  package static let all = ofValues + ofErrors + ofBoth
  /// Operators whose handlers do not run for rejections.
  package static let ofValues = [
    map, flatMap, tap, compactMap, validate, mapValues, flatMapValues, compactMapValues,
    filterValues, sortedValues, firstValue,
  ]
  /// Operators whose handlers do not run for values.
  package static let ofErrors = [
    mapError, recover, flatMapError, `catch`, recoverFrom, recoverIf, flatMapErrorFrom,
    flatMapErrorIf,
  ]
  /// Operators whose handlers run for every outcome.
  package static let ofBoth = [observe, observeOwner, mapResult, flatMapResult, ensure, ensureThen]
  /// Operators whose handlers may be released without having run.
  package static let dispensable = all.filter { !$0.testDescription.hasPrefix("ensure") }
}

/// A recovery value that belongs to no test's cage.
private let spare = Cage().canary()

/// Returns `value` after calling `body`.
@Sendable func pass<Value>(_ value: Value, after body: Operator.Body) -> Value {
  body()
  return value
}

/// Returns a recovery value after calling `body`.
@Sendable func spare(after body: Operator.Body) -> Canary { pass(spare, after: body) }

extension Operator {
  static let map = Operator(
    testDescription: "map",
    stages: "Promise → map",
    plain: { source, body in source.map { _ in body() } },
    onContext: { source, context, body in source.map(on: context) { _ in body() } },
    onMainActor: { source, body in source.map(on: MainActor.shared) { _ in body() } }
  )

  static let flatMap = Operator(
    testDescription: "flatMap",
    stages: "Promise → flatMap",
    plain: { source, body in source.flatMap { Promise(value: pass($0, after: body)) } },
    onContext: { source, context, body in
      source.flatMap(on: context) { Promise(value: pass($0, after: body)) }
    },
    onMainActor: { source, body in
      source.flatMap(on: MainActor.shared) { Promise(value: pass($0, after: body)) }
    }
  )

  static let tap = Operator(
    testDescription: "tap",
    stages: "Promise → tap",
    plain: { source, body in source.tap { _ in body() } },
    onContext: { source, context, body in source.tap(on: context) { _ in body() } },
    onMainActor: { source, body in source.tap(on: MainActor.shared) { _ in body() } }
  )
}

extension Operator {
  static let mapError = Operator(
    testDescription: "mapError",
    stages: "Promise → mapError",
    plain: { source, body in source.mapError { pass($0, after: body) } },
    onContext: { source, context, body in source.mapError(on: context) { pass($0, after: body) } },
    onMainActor: { source, body in source.mapError(on: MainActor.shared) { pass($0, after: body) } }
  )

  static let recover = Operator(
    testDescription: "recover",
    stages: "Promise → recover",
    plain: { source, body in source.recover { _ in spare(after: body) } },
    onContext: { source, context, body in source.recover(on: context) { _ in spare(after: body) } },
    onMainActor: { source, body in
      source.recover(on: MainActor.shared) { _ in spare(after: body) }
    }
  )

  static let flatMapError = Operator(
    testDescription: "flatMapError",
    stages: "… → flatMapError(Promise^)",
    plain: { source, body in source.flatMapError { Promise(error: pass($0, after: body)) } },
    onContext: { source, context, body in
      source.flatMapError(on: context) { Promise(error: pass($0, after: body)) }
    },
    onMainActor: { source, body in
      source.flatMapError(on: MainActor.shared) { Promise(error: pass($0, after: body)) }
    }
  )

  static let `catch` = Operator(
    testDescription: "catch",
    stages: "Promise → catch",
    plain: { source, body in source.catch { _ in body() } },
    onContext: { source, context, body in source.catch(on: context) { _ in body() } },
    onMainActor: { source, body in source.catch(on: MainActor.shared) { _ in body() } }
  )
}

extension Operator {
  static let observe = Operator(
    testDescription: "observe",
    stages: "Promise → observe",
    plain: { source, body in source.observe { _ in body() } },
    onContext: { source, context, body in source.observe(on: context) { _ in body() } },
    onMainActor: { source, body in source.observe(on: MainActor.shared) { _ in body() } }
  )

  static let ensure = Operator(
    testDescription: "ensure",
    stages: "Promise → ensure",
    plain: { source, body in source.ensure { body() } },
    onContext: { source, context, body in source.ensure(on: context) { body() } },
    onMainActor: { source, body in source.ensure(on: MainActor.shared) { body() } }
  )
}
