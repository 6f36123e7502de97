// expect: main actor-isolated property 'jobs' can not be mutated from a nonisolated context
// options: -default-isolation MainActor
import Pledge

final class Screen {
  var jobs = 0
}

struct Counting: ExecutionContext {
  let screen: Screen

  func run(_ work: @escaping @Sendable () -> Void) {
    screen.jobs += 1
    work()
  }
}
