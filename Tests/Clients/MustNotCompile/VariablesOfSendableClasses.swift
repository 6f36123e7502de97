// expect: stored property 'jobs' of 'Sendable'-conforming class 'Inbox' is mutable
// expect: stored property 'resolver' of 'Sendable'-conforming class 'Delegate' is mutable
import Pledge

final class Inbox: ExecutionContext {
  var jobs: [@Sendable () -> Void] = []

  func run(_ work: @escaping @Sendable () -> Void) {
    jobs.append(work)
  }
}

/// A delegate that is called from many threads would need a lock around its resolver.
final class Delegate: Sendable {
  var resolver: Resolver<Int>?

  func load() -> Promise<Int> {
    Promise { resolver in self.resolver = resolver }
  }
}
