import Pledge

extension Operator {
  /// The operators on sequences, applied to an array that repeats one value up to three times.
  static let values: [Operator] = [
    .makes("$a.map { [$0, …] }.mapValues $h") { b in
      b.list.mapValues(b.value(atMost: 3)).firstValue()
    },
    .makes("$a.map { [$0, …] }.compactMapValues $h") { b in
      b.list.compactMapValues(b.optional(atMost: 3)).lastValue()
    },
    .makes("$a.map { [$0, …] }.flatMapValues $h") { b in
      let call = b.call(.atMost(3))
      return b.list.flatMapValues { _ in [try call.value()] }.firstValue()
    },
    .makes("$a.map { [$0, …] }.filterValues $h") { b in
      b.list.filterValues(b.flag(atMost: 3)).lastValue()
    },
    .makes("$a.map { [$0, …] }.firstValue(where: $h)") { b in
      b.list.firstValue(where: b.flag(atMost: 3))
    },
    .makes("$a.map { [$0, …] }.sortedValues $h") { b in
      let call = b.call(.atMost(10))
      return b.list.sortedValues { _, _ in try call.optional() != nil }.firstValue()
    },
    .makes("$a.map { [$0, …] }.mapValues(on: $c) $h") { b in
      b.list.mapValues(on: b.context, b.value(atMost: 3)).firstValue()
    },
    .makes("$a.map { [$0, …] }.filterValues(on: $c) $h") { b in
      b.list.filterValues(on: b.context, b.flag(atMost: 3)).firstValue()
    },
  ]
}

extension Operands {
  /// A promise of an array that repeats the value of the first input.
  fileprivate var list: Promise<[Token]> {
    let count = step.amount
    return one.map { [Token](repeating: $0, count: count) }
  }
}
