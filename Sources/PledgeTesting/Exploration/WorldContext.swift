public import Pledge

/// A serial context of an ``Exploration/World``, whose jobs wait until the world runs them.
public struct WorldContext: ExecutionContext {
  let world: Exploration.World
  let index: Int

  /// Adds a job that runs when the world chooses it, after the earlier jobs of this context.
  ///
  /// - Parameter work: The job.
  public func run(_ work: @escaping @Sendable () -> Void) {
    world.watch.noteReception()
    world.add(Agenda.Job(work: work), to: index)
  }

  /// Adds a job with a name, such as an action of the user that may come at any time.
  ///
  ///     try explore { world in
  ///       let page = world.pending(User.self, .value(guest)).ensure { note("loaded") }
  ///       world.context("user").run("closes the page") { page.discard() }
  ///       world.run()
  ///     }
  ///
  /// - Parameters:
  ///   - label: The name shown in the steps of an ordering.
  ///   - work: The job.
  public func run(_ label: String, _ work: @escaping @Sendable () -> Void) {
    world.add(Agenda.Job(label: label, work: work), to: index)
  }
}

extension WorldContext: NamedContext {
  /// The name of the context, for diagnostics.
  package var name: String { world.name(of: index) }
}
