import Dispatch
import Foundation
@testable import jobs
import Pledge
import Synchronization

/// Discards each job while its worker is about to start it, in one of four ways.
final class DiscardSwitch: Sendable {
  typealias Submission = (answer: Promise<Data>, ending: Future<Jobs.Ending>)

  private let submissions = Mutex<[String: Submission]>([:])
  private let isSubmitted = DispatchSemaphore(value: 0)

  func submitted(_ name: String, _ submission: Submission) {
    submissions.withLock { $0[name] = submission }
    isSubmitted.signal()
  }

  /// The step of a worker.
  func step(_ step: Jobs.Step, _ name: String) {
    // The worker may be faster than the submitter.
    if step == .delivered { isSubmitted.wait() }
    guard let way = Int(name.prefix { $0 != "." }).map({ $0 % 4 }),
      step == [.delivered, .delivered, .claimed, .atWork][way],
      let submission = submissions.withLock({ $0.removeValue(forKey: name) })
    else { return }
    switch way {
    case 0:  // It wins.
      submission.answer.discard()
      let ended = DispatchSemaphore(value: 0)
      submission.ending.observe { _ in ended.signal() }
      ended.wait()
    case 1:  // It races with the claim.
      DispatchQueue.global().async { submission.answer.discard() }
    default:  // It loses.
      submission.answer.discard()
    }
  }
}
