import Pledge

extension Operator {
  static let mapResult = Operator(
    testDescription: "mapResult",
    stages: "Promise → mapResult",
    plain: { source, body in source.mapResult { _ in body() } },
    onContext: { source, context, body in source.mapResult(on: context) { _ in body() } },
    onMainActor: { source, body in source.mapResult(on: MainActor.shared) { _ in body() } }
  )

  static let flatMapResult = Operator(
    testDescription: "flatMapResult",
    stages: "Promise → flatMapResult",
    plain: { source, body in source.flatMapResult { _ in Promise(value: pass(1, after: body)) } },
    onContext: { source, context, body in
      source.flatMapResult(on: context) { _ in Promise(value: pass(1, after: body)) }
    },
    onMainActor: { source, body in
      source.flatMapResult(on: MainActor.shared) { _ in Promise(value: pass(1, after: body)) }
    }
  )
}
