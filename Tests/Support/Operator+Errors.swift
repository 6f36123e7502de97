import Pledge

// Operators for selected errors, and operators that clean up or observe, in their three forms.

/// An owner for observations; it is never released.
private let owner = Cage()

extension Operator {
  static let recoverFrom = Operator(
    testDescription: "recover(from:)",
    stages: "Promise → recover",
    plain: { source, body in
      source.recover(from: (any Error).self) { _ in spare(after: body) }
    },
    onContext: { source, context, body in
      source.recover(on: context, from: (any Error).self) { _ in spare(after: body) }
    },
    onMainActor: { source, body in
      source.recover(on: MainActor.shared, from: (any Error).self) { _ in spare(after: body) }
    }
  )

  static let recoverIf = Operator(
    testDescription: "recover(if:)",
    stages: "Promise → recover",
    plain: { source, body in
      source.recover(if: { _ in true }) { _ in spare(after: body) }
    },
    onContext: { source, context, body in
      source.recover(on: context, if: { _ in true }) { _ in spare(after: body) }
    },
    onMainActor: { source, body in
      source.recover(on: MainActor.shared, if: { _ in true }) { _ in spare(after: body) }
    }
  )

  static let flatMapErrorFrom = Operator(
    testDescription: "flatMapError(from:)",
    stages: "Promise → flatMapError",
    plain: { source, body in
      source.flatMapError(from: (any Error).self) { _ in Promise(value: spare(after: body)) }
    },
    onContext: { source, context, body in
      source.flatMapError(on: context, from: (any Error).self) { _ in
        Promise(value: spare(after: body))
      }
    },
    onMainActor: { source, body in
      source.flatMapError(on: MainActor.shared, from: (any Error).self) { _ in
        Promise(value: spare(after: body))
      }
    }
  )

  static let flatMapErrorIf = Operator(
    testDescription: "flatMapError(if:)",
    stages: "Promise → flatMapError",
    plain: { source, body in
      source.flatMapError(if: { _ in true }) { _ in Promise(value: spare(after: body)) }
    },
    onContext: { source, context, body in
      source.flatMapError(on: context, if: { _ in true }) { _ in
        Promise(value: spare(after: body))
      }
    },
    onMainActor: { source, body in
      source.flatMapError(on: MainActor.shared, if: { _ in true }) { _ in
        Promise(value: spare(after: body))
      }
    }
  )

  static let observeOwner = Operator(
    testDescription: "observe(owner:)",
    stages: "Promise → observe",
    plain: { source, body in source.observe(owner: owner) { _, _ in body() } },
    onContext: { source, context, body in
      source.observe(on: context, owner: owner) { _, _ in body() }
    },
    onMainActor: { source, body in
      source.observe(on: MainActor.shared, owner: owner) { _, _ in body() }
    }
  )

  static let ensureThen = Operator(
    testDescription: "ensureThen",
    stages: "Promise → ensureThen",
    plain: { source, body in source.ensureThen { Promise(value: body()) } },
    onContext: { source, context, body in
      source.ensureThen(on: context) { Promise(value: body()) }
    },
    onMainActor: { source, body in
      source.ensureThen(on: MainActor.shared) { Promise(value: body()) }
    }
  )
}
