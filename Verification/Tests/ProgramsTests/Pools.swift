import Programs

/// The steps that are permuted, and the promises they act on.
enum Pools {
  private static let two: [Step] = [Step("pending()", into: 0), Step("pending()", into: 1)]
  private static let three = two + [Step("pending()", into: 2)]

  /// Everything that can happen to two promises and to promises derived from them.
  static let twoPromises = Permutations(
    of: 4,
    from: [
      .resolve(0, 10), .reject(1, 11), .fulfill(0, 12), .fail(1, 13),
      .discard(0), .discard(1), .discard(2), .discard(3),
      .drop(0), .drop(1), .breakPromise(0), .breakPromise(1),
      .derive("observe", from: 0, Handler(20)),
      .derive("observe", from: 1, Handler(21)),
      .derive("map", from: 0, Handler(22), into: 2),
      .derive("flatMap", from: 0, Handler(23, .promise(1)), into: 3),
      .derive("ensure", from: 1, Handler(24), into: 2),
      .chain(0, after: 1), .chain(1, after: 0), .chain(2, after: 1),
      .share(0), .read(1), .onDiscard(0, Handler(25)),
    ],
    after: two
  )

  /// Fewer steps in longer sequences.
  static let longer = Permutations(
    of: 5,
    from: [
      .fulfill(0, 10), .fail(1, 11), .discard(1), .discard(3), .breakPromise(0), .resolve(2, 12),
      .derive("observe", from: 0, Handler(20)),
      .derive("flatMap", from: 0, Handler(21, .promise(1)), into: 2),
      .derive("flatMap", from: 2, Handler(22, .promise(0)), into: 3),
      .derive("recover", from: 1, Handler(23), into: 3),
      .chain(1, after: 0), .onDiscard(1, Handler(24)),
    ],
    after: two
  )

  /// Handlers that settle, discard, release, and observe promises, including their own.
  static let reentrant = Permutations(
    of: 4,
    from: [
      .fulfill(0, 10), .fail(1, 11), .discard(0), .discard(1), .discard(2), .breakPromise(1),
      .drop(0),
      .derive("observe", from: 0, Handler(20, effects: [.fulfill(1, 12)])),
      .derive("observe", from: 0, Handler(21, effects: [.discard(1)])),
      .derive("observe", from: 1, Handler(22, effects: [.drop(0)])),
      .derive("observe", from: 0, Handler(23, effects: [again])),
      .derive("map", from: 0, Handler(24, effects: [.discard(2)]), into: 2),
      .derive("flatMap", from: 0, Handler(25, .promise(2)), into: 2),
      .derive("flatMap", from: 1, Handler(26, .promise(0), effects: [.discard(3)]), into: 3),
      .derive("ensure", from: 0, Handler(27, effects: [.resolve(2, 13)]), into: 3),
      .onDiscard(0, Handler(28, effects: [.fulfill(1, 14)])),
      .onDiscard(1, Handler(29, effects: [.derive("map", from: 1, Handler(30), into: 2)])),
      .chain(2, after: 1),
    ],
    after: two
  )

  private static let again = Step.derive("observe", from: 0, Handler(31))

  /// Promises that wait for each other in chains and cycles, and their combinations.
  static let threePromises = Permutations(
    of: 4,
    from: [
      .fulfill(0, 10), .fail(1, 11), .discard(2), .discard(3), .discard(6), .breakPromise(2),
      .drop(1),
      .chain(0, after: 1), .chain(1, after: 2), .chain(2, after: 0), .chain(2, after: 3),
      .derive("flatMap", from: 0, Handler(20, .promise(1)), into: 3),
      .derive("flatMap", from: 1, Handler(21, .promise(3)), into: 4),
      .derive("flatMap", from: 2, Handler(22, .promise(4)), into: 5),
      .derive("observe", from: 2, Handler(23)),
      Step("race([$p])", 0, 1, 2, into: 6),
      Step("all([$p]).map $h", 0, 1, handler: Handler(50), into: 7),
      Step("any([$p])", 1, 3, into: 6), .onDiscard(0, Handler(24)),
    ],
    after: three
  )

  /// Cleanups above each other, on a context, in combinations, and of chained promises.
  static let cleanups = Permutations(
    of: 5,
    from: [
      .resolve(0, 10), .resolve(1, 11), .discard(2), .discard(3), .discard(4), Step("run jobs"),
      Step("drop jobs"),
      .derive("ensureThen", from: 0, Handler(20, .promise(1)), into: 2),
      .derive("ensureThen(on: $c)", from: 0, Handler(21, .promise(1)), into: 2),
      .derive("ensure(on: $c)", from: 2, Handler(22), into: 3),
      .derive("ensure", from: 3, Handler(23), into: 4),
      .chain(3, after: 2), Step("all([$p]).map $h", 2, 3, handler: Handler(50), into: 4),
    ],
    after: two + [
      .derive("ensureThen", from: 0, Handler(30, .promise(1)), into: 2),
      .derive("ensure(on: $c)", from: 2, Handler(31), into: 3),
      .derive("ensure", from: 3, Handler(32), into: 4),
    ]
  )
}

extension Step {
  fileprivate static let resolve = settling("$a.resolve($v)")
  fileprivate static let reject = settling("$a.reject($v)")
  fileprivate static let fulfill = settling("$r.resolve($v)")
  fileprivate static let fail = settling("$r.reject($v)")

  private static func settling(_ text: String) -> @Sendable (_ slot: Int, _ number: Int) -> Step {
    { Step(text, $0, handler: Handler($1)) }
  }

  fileprivate static func discard(_ slot: Int) -> Step { Step("$a.discard()", slot) }
  fileprivate static func drop(_ slot: Int) -> Step { Step("$a = nil", slot) }
  fileprivate static func breakPromise(_ slot: Int) -> Step { Step("$r = nil", slot) }
  fileprivate static func share(_ slot: Int) -> Step { Step("$a.shared()", slot) }
  fileprivate static func read(_ slot: Int) -> Step { Step("print($a.result)", slot) }

  fileprivate static func chain(_ slot: Int, after other: Int) -> Step {
    Step("$a.chain(after: $b)", slot, other)
  }

  fileprivate static func onDiscard(_ slot: Int, _ handler: Handler) -> Step {
    Step("$r.onDiscard $h", slot, handler: handler)
  }

  fileprivate static func derive(
    _ name: String,
    from slot: Int,
    _ handler: Handler,
    into output: Int? = nil
  ) -> Step {
    Step("$a.\(name) $h", slot, handler: handler, into: output)
  }
}
