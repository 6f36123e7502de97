import Oracle

/// The actions that are permuted, and the promises they act on.
enum Pools {
  private static let two: [Action] = [.make(.pending, into: 0), .make(.pending, into: 1)]
  private static let three = two + [.make(.pending, into: 2)]

  /// Everything that can happen to two promises and to promises derived from them.
  static let twoPromises = Permutations(
    of: 4,
    from: [
      .resolve(0, 10), .reject(1, 11), .fulfill(0, 12), .fail(1, 13),
      .discard(0), .discard(1), .discard(2), .discard(3),
      .drop(0), .drop(1), .breakPromise(0), .breakPromise(1),
      .derive(.observe, from: 0, Handler(20), into: nil),
      .derive(.observe, from: 1, Handler(21), into: nil),
      .derive(.map, from: 0, Handler(22), into: 2),
      .derive(.flatMap, from: 0, Handler(23, .promise(1)), into: 3),
      .derive(.ensure, from: 1, Handler(24), into: 2),
      .chain(0, after: 1), .chain(1, after: 0), .chain(2, after: 1),
      .share(0), .read(1), .onDiscard(0, Handler(25)),
    ],
    after: two
  )

  /// Fewer actions in longer sequences.
  static let longer = Permutations(
    of: 5,
    from: [
      .fulfill(0, 10), .fail(1, 11), .discard(1), .discard(3), .breakPromise(0), .resolve(2, 12),
      .derive(.observe, from: 0, Handler(20), into: nil),
      .derive(.flatMap, from: 0, Handler(21, .promise(1)), into: 2),
      .derive(.flatMap, from: 2, Handler(22, .promise(0)), into: 3),
      .derive(.recover, from: 1, Handler(23), into: 3),
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
      .derive(.observe, from: 0, Handler(20, effect: .fulfill(1, 12)), into: nil),
      .derive(.observe, from: 0, Handler(21, effect: .discard(1)), into: nil),
      .derive(.observe, from: 1, Handler(22, effect: .drop(0)), into: nil),
      .derive(.observe, from: 0, Handler(23, effect: again), into: nil),
      .derive(.map, from: 0, Handler(24, effect: .discard(2)), into: 2),
      .derive(.flatMap, from: 0, Handler(25, .promise(2)), into: 2),
      .derive(.flatMap, from: 1, Handler(26, .promise(0), effect: .discard(3)), into: 3),
      .derive(.ensure, from: 0, Handler(27, effect: .resolve(2, 13)), into: 3),
      .onDiscard(0, Handler(28, effect: .fulfill(1, 14))),
      .onDiscard(1, Handler(29, effect: .derive(.map, from: 1, Handler(30), into: 2))),
      .chain(2, after: 1),
    ],
    after: two
  )

  private static let again = Action.derive(.observe, from: 0, Handler(31), into: nil)

  /// Promises that wait for each other in chains and cycles, and their combinations.
  static let threePromises = Permutations(
    of: 4,
    from: [
      .fulfill(0, 10), .fail(1, 11), .discard(2), .discard(3), .discard(6), .breakPromise(2),
      .drop(1),
      .chain(0, after: 1), .chain(1, after: 2), .chain(2, after: 0), .chain(2, after: 3),
      .derive(.flatMap, from: 0, Handler(20, .promise(1)), into: 3),
      .derive(.flatMap, from: 1, Handler(21, .promise(3)), into: 4),
      .derive(.flatMap, from: 2, Handler(22, .promise(4)), into: 5),
      .derive(.observe, from: 2, Handler(23), into: nil),
      .combine(.race, [0, 1, 2], into: 6), .combine(.all, [0, 1], into: 7),
      .combine(.any, [1, 3], into: 6), .onDiscard(0, Handler(24)),
    ],
    after: three
  )

  /// Cleanups above each other, on a context, in combinations, and of chained promises.
  static let cleanups = Permutations(
    of: 5,
    from: [
      .resolve(0, 10), .resolve(1, 11), .discard(2), .discard(3), .discard(4), .runJobs, .dropJobs,
      .derive(.ensureThen, from: 0, Handler(20, .promise(1)), into: 2),
      .send(.ensureThen, from: 0, Handler(21, .promise(1)), into: 2),
      .send(.ensure, from: 2, Handler(22), into: 3),
      .derive(.ensure, from: 3, Handler(23), into: 4),
      .chain(3, after: 2), .combine(.all, [2, 3], into: 4),
    ],
    after: two + [
      .derive(.ensureThen, from: 0, Handler(30, .promise(1)), into: 2),
      .send(.ensure, from: 2, Handler(31), into: 3),
      .derive(.ensure, from: 3, Handler(32), into: 4),
    ]
  )
}
