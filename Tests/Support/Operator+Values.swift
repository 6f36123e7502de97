import Pledge

// Operators that transform or filter values, in their three forms.

extension Operator {
  static let compactMap = Operator(
    testDescription: "compactMap",
    stages: "Promise → compactMap",
    plain: { source, body in source.compactMap { _ in .some(body()) } },
    onContext: { source, context, body in source.compactMap(on: context) { _ in .some(body()) } },
    onMainActor: { source, body in source.compactMap(on: MainActor.shared) { _ in .some(body()) } }
  )

  static let validate = Operator(
    testDescription: "validate",
    stages: "Promise → validate",
    plain: { source, body in source.validate { _ in body() == () } },
    onContext: { source, context, body in source.validate(on: context) { _ in body() == () } },
    onMainActor: { source, body in source.validate(on: MainActor.shared) { _ in body() == () } }
  )

  static let mapValues = Operator(
    testDescription: "mapValues",
    stages: "Promise → map → map",
    plain: { source, body in source.list.mapValues { _ in body() } },
    onContext: { source, context, body in source.list.mapValues(on: context) { _ in body() } },
    onMainActor: { source, body in source.list.mapValues(on: MainActor.shared) { _ in body() } }
  )

  static let flatMapValues = Operator(
    testDescription: "flatMapValues",
    stages: "Promise → map → map",
    plain: { source, body in source.list.flatMapValues { _ in [body()] } },
    onContext: { source, context, body in
      source.list.flatMapValues(on: context) { _ in [body()] }
    },
    onMainActor: { source, body in
      source.list.flatMapValues(on: MainActor.shared) { _ in [body()] }
    }
  )

  static let compactMapValues = Operator(
    testDescription: "compactMapValues",
    stages: "Promise → map → map",
    plain: { source, body in source.list.compactMapValues { _ in .some(body()) } },
    onContext: { source, context, body in
      source.list.compactMapValues(on: context) { _ in .some(body()) }
    },
    onMainActor: { source, body in
      source.list.compactMapValues(on: MainActor.shared) { _ in .some(body()) }
    }
  )

  static let filterValues = Operator(
    testDescription: "filterValues",
    stages: "Promise → map → map",
    plain: { source, body in source.list.filterValues { _ in body() == () } },
    onContext: { source, context, body in
      source.list.filterValues(on: context) { _ in body() == () }
    },
    onMainActor: { source, body in
      source.list.filterValues(on: MainActor.shared) { _ in body() == () }
    }
  )

  static let sortedValues = Operator(
    testDescription: "sortedValues",
    stages: "Promise → map → map",
    plain: { source, body in source.pair.sortedValues { _, _ in body() != () } },
    onContext: { source, context, body in
      source.pair.sortedValues(on: context) { _, _ in body() != () }
    },
    onMainActor: { source, body in
      source.pair.sortedValues(on: MainActor.shared) { _, _ in body() != () }
    }
  )

  static let firstValue = Operator(
    testDescription: "firstValue",
    stages: "Promise → map → map",
    plain: { source, body in source.list.firstValue { _ in body() == () } },
    onContext: { source, context, body in
      source.list.firstValue(on: context) { _ in body() == () }
    },
    onMainActor: { source, body in
      source.list.firstValue(on: MainActor.shared) { _ in body() == () }
    }
  )
}

extension Future {
  /// A promise of an array with the value as its only element.
  fileprivate var list: Promise<[Value]> { map { [$0] } }

  /// A promise of the value twice, so that there is a pair to compare.
  fileprivate var pair: Promise<[Value]> { map { [$0, $0] } }
}
