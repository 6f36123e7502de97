internal import PledgeCore

extension Future {
  /// Raises the priority of the work that this promise waits for (spec 10.5).
  ///
  ///     let user = load(1)
  ///     user.escalatePriority(to: .high)
  ///     user.observe(on: MainActor.shared) { print($0) }
  ///
  /// A task that awaits ``value`` does this by itself. A handler does not, because it may wait for
  /// something without urgency, so call this method where one is urgent. Tasks of
  /// promises get at least this priority, now or when they start, and so does what they await;
  /// other work is told through ``Resolver/onPriorityEscalated(_:)``. A priority is never taken
  /// back, and ends where nothing waits any longer, such as at the losers of a race. Lower
  /// priorities than before have no effect.
  ///
  /// This method returns before the work is told. It does nothing if the promise is settled, and on
  /// systems that cannot escalate tasks (before macOS 26 and iOS 26).
  ///
  /// - Parameter priority: The priority that the work has to have at least.
  /// - Complexity: O(*n*) in the number of promises that this one waits for, directly or not, and
  ///   that were not raised as much before.
  public final func escalatePriority(to priority: TaskPriority) {
    lend(priority.rawValue)
  }
}

extension Resolver {
  /// Registers a closure that raises the priority of the work, if whoever waits for the promise has
  /// a higher one (spec 10.5).
  ///
  ///     let user = Promise<User> { resolver in
  ///       sdk.load(1) { value, error in resolver.settle(value, error) }
  ///       resolver.onPriorityEscalated { print("needed with priority \($0.rawValue)") }
  ///     }
  ///
  /// Without one, work that is not a task keeps its priority. `body` is called with the priority of
  /// those who waited before, and later with each higher one, never by two threads at once. It runs
  /// in a task of the highest priority so far. If the promise is settled first, it is released.
  ///
  /// - Parameter body: A closure that receives the priority that the work has to have at least.
  public func onPriorityEscalated(_ body: @escaping @Sendable (TaskPriority) -> Void) {
    producer.promise.onEscalation(body)
  }
}
