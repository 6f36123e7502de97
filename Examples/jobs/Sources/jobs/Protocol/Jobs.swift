import Foundation
import Pledge
import Synchronization

/// Promises for jobs that run elsewhere.
///
///     let answer = jobs.submit("resize-7", image)          // anywhere
///     let working = jobs.work(limit: 8) { resize($0) }     // anywhere
///
/// A job is identified by its id. Its answer is stored, so that submitting it again, also after a
/// restart, returns the answer instead of doing the work again.
final class Jobs: Sendable {
  /// The steps of the protocol, for tests that interrupt it.
  enum Step: String, Sendable {
    case published, delivered, claimed, atWork, answered, acknowledged, watched
  }

  /// How a submission ended.
  enum Ending: String, Sendable {
    /// The attempt has an answer; if it was discarded, the discard came too late.
    case answered
    /// The discard came before any worker's claim: no handler starts.
    case removed
    /// The discard came after a worker's claim: the handler's promise is discarded.
    case stopped
  }

  let engine: any Engine
  let deliveries: Int
  let clock: any Clock<Duration>
  let step: @Sendable (Step, _ name: String) -> Void
  /// The answers that promises of this process wait for.
  private let expected = Mutex<[String: Promise<Outcome>]>([:])
  let discards = PromiseQueue(limit: 64)
  private let submissions = SingleFlight<[Data], Data>(expiry: .zero)

  /// Creates promises for jobs on an engine, which delivers an attempt at most `deliveries` times.
  init(
    on engine: any Engine = LocalEngine(),
    deliveries: Int = 5,
    clock: any Clock<Duration> = ContinuousClock(),
    step: @escaping @Sendable (Step, _ name: String) -> Void = { _, _ in }
  ) {
    (self.engine, self.deliveries, self.clock, self.step) = (engine, deliveries, clock, step)
    engine.watchAnswers { [weak self] name, value in self?.arrived(name, value) }
  }

  /// Submits a job, unless it is submitted already, and returns a promise for its answer.
  ///
  /// Submissions of the same job in this process share it. When the last one is discarded, so is
  /// the job, also on its worker. `limit` is the longest time of an attempt, with its wait.
  ///
  /// The promise is rejected with `JobError` if the work fails, with `ArgumentError` if the id has
  /// another payload, and with `EngineError` if the engine fails.
  func submit(_ id: String, _ payload: Data, limit: Duration = .seconds(600)) -> Promise<Data> {
    submissions.value(for: [Data(id.utf8), payload]) { start(id, payload, limit: limit).answer }
  }

  /// Submits a job like `submit`, without sharing, and also returns how the submission ends, which
  /// tells whether a discard came before the work.
  func start(
    _ id: String,
    _ payload: Data,
    limit: Duration = .seconds(600)
  ) -> (answer: Promise<Data>, ending: Future<Ending>) {
    let submission = Submission(of: Job(id: id, payload: payload, limit: limit), in: self)
    let ending = Promise<Ending>()
    let answer = Promise<Data> { resolver in
      let course = submission.answer().observe { result in
        let ended = result.map { _ in Ending.answered }.flatMapError { error in
          error is JobError ? .success(.answered) : .failure(error)
        }
        ending.settle(with: ended)
        resolver.settle(with: result)
      }
      resolver.onDiscard {
        course.discard()
        ending.chain(after: submission.discard())
      }
    }
    ending.shared().ignoringErrors()
    return (answer, ending)
  }

  /// Returns the stored answer to an attempt, and the one that arrives from now on.
  func answer(to name: String) -> (stored: Promise<Outcome?>, later: Promise<Outcome>) {
    // First, so that no answer is missed between the two.
    let later = expected.withLock { expected in
      let later = expected[name] ?? Promise()
      expected[name] = later
      return later
    }
    let stored = engine.value(of: "answer.\(name)")
      .tap { [self] in if let value = $0 { arrived(name, value) } }
      .map { $0.map(Outcome.init) }
    return (stored, later)
  }

  private func arrived(_ name: String, _ value: Data) {
    expected.withLock { $0.removeValue(forKey: name) }?.resolve(Outcome(value))
  }

  /// Returns a promise that is fulfilled when all discards, and all deliveries that were handed
  /// back or acknowledged so far, have reached the engine.
  func settled() -> Promise<Void> {
    // The reply to a request comes after all that was sent before it.
    discards.drained().flatMap { [engine] in engine.value(of: "none") }.map { _ in }
  }
}
