import Pledge
import PledgeTesting
import Support

/// A promise of the library, used through its public interface.
struct Subject: Promising {
  let future: Future<Int>

  init(_ future: Future<Int>) {
    self.future = future
  }

  /// The promise, if the program may settle it.
  ///
  /// A lazy promise cannot be settled directly.
  private var own: Promise<Int>? { future as? Promise<Int> }

  static func pending(line: UInt) -> (Subject, Resolver<Int>) {
    let (promise, resolver) = Promise<Int>.pending(line: line)
    return (Subject(promise), resolver)
  }

  static func settled(_ outcome: Result<Int, any Error>, line: UInt) -> Subject {
    Subject(Promise(result: outcome, line: line))
  }

  static func stoppable(line: UInt, _ stop: @escaping @Sendable () -> Void) -> Subject {
    Subject(Promise(discard: stop, line: line))
  }

  static func lazy(
    line: UInt,
    _ start: @escaping @Sendable () throws -> Subject
  ) -> Subject {
    Subject(LazyPromise(line: line) { try start().future })
  }

  func resolve(_ value: Int) { own?.resolve(value) }
  func reject(with error: any Error) { own?.reject(error) }
  func discard() { own?.discard() }
  func share() { future.shared() }
  func ignoreErrors() { future.ignoringErrors() }
  func chain(to other: Subject) { own?.chain(after: other.future) }

  var reading: Reading { Reading(future.result) }

  var statusSnapshot: Reading {
    // Whether it is rejected is enough: reading the result would handle the rejection.
    if future.isPending { return .pending }
    return future.isFulfilled ? reading : .error("?")
  }

  var livenessCheck: () -> Bool {
    { [weak future] in future != nil }
  }
}

extension Resolver: Settling where Value == Int {}

/// The objects that the library's promises share in a program.
final class SubjectEnvironment: ProgramEnvironment {
  let clock = ManualClock()
  let context = ManualContext()
  let queue = PromiseQueue(limit: 2)
  let flights = SingleFlight<Int, Int>()

  /// Creates an environment in its initial state.
  init() {}

  func runTasks() { Tasks.run() }

  func advance(by ticks: Int) { clock.advance(by: .ticks(ticks)) }
  func runJobs() { context.runAll() }
  func dropJobs() { context.dropAll() }
  func pauseQueue() { queue.pause() }
  func resumeQueue() { queue.resume() }
  func discardQueue() { queue.discardAll() }
  var isIdle: Bool { clock.sleepers == 0 && context.isEmpty }
}

extension Duration {
  static func ticks(_ count: Int) -> Duration { .seconds(count) }
}
