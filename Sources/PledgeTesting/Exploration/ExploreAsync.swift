/// Runs an asynchronous `operation` once for each order in which its events can happen; throws if
/// one of them fails.
///
///     try explore { world in
///       let user = world.pending(Int.self, .value(1))
///       let news = world.pending(Int.self, .value(2))
///       async let sum = user.value
///       let total = try await news.value + sum
///       world.expect(total == 3)
///     }
///
/// Same as ``explore(by:within:timers:sharing:file:line:_:)`` for code that awaits. `operation`
/// runs as a task of the world, and so do the tasks that it starts, the actors that it calls, and
/// the main actor: whenever one of them continues, this is an event, and the world makes other
/// events happen while `operation` waits. Sleeps take no time. It ends when everything has
/// happened; ``Exploration/World/runUntilIdle()`` waits for that within `operation`.
/// <doc:FindingRaces> lists what is explored on which system.
///
/// An ordering also fails if `operation` has not ended when nothing is left that must happen: it
/// waits for a promise that stays pending, or for something outside the world, such as a queue or a
/// thread. Such a task is canceled, and continues outside the world.
///
/// Call it without `await`: it returns when the search ends. A time limit of Swift Testing does not
/// end it; `within: .time(…)` does.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
@_disfavoredOverload
@discardableResult
public func explore(
  by strategy: Exploration.Strategy = .mixed(),
  within budget: Exploration.Budget = .orderings(10_000),
  timers: Exploration.Timers = .afterJobs,
  sharing: Exploration.Sharing = .everything,
  file: StaticString = #fileID,
  line: UInt = #line,
  operation: @escaping @Sendable (Exploration.World) async throws -> Void
) throws -> Exploration.Report {
  try explore(
    by: strategy,
    within: budget,
    timers: timers,
    sharing: sharing,
    file: file,
    line: line
  ) { world in
    try world.run(operation)
  }
}

/// Runs an asynchronous `operation` in the ordering of a failed exploration.
///
/// Same as ``explore(replaying:_:)`` for code that awaits.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
@_disfavoredOverload
public func explore(
  replaying replay: String,
  operation: @escaping @Sendable (Exploration.World) async throws -> Void
) throws {
  try explore(replaying: replay) { world in try world.run(operation) }
}
