// expect: stored property 'jobs' of 'Sendable'-conforming class 'Inbox' is mutable
import Pledge

final class Inbox: ExecutionContext {
  var jobs: [@Sendable () -> Void] = []

  func run(_ work: @escaping @Sendable () -> Void) {
    jobs.append(work)
  }
}
