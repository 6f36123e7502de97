import Dispatch
import Pledge

/// The serial queues on which the clauses of Promises/A+ are tested.
enum Platform: CaseIterable {
  case manual
  case dispatch
}

/// A serial queue, which is the platform to A+: its jobs begin on a stack with nothing else on it.
struct Queue: ExecutionContext {
  private enum Kind {
    case manual(ManualContext)
    case dispatch(DispatchQueue)
  }

  private let kind: Kind

  init(of platform: Platform) {
    switch platform {
    case .manual: kind = .manual(ManualContext())
    case .dispatch: kind = .dispatch(DispatchQueue(label: "A+"))
    }
  }

  func run(_ work: @escaping @Sendable () -> Void) {
    switch kind {
    case .manual(let context): context.run(work)
    case .dispatch(let queue): queue.async(execute: work)
    }
  }

  /// Runs `body` as a job of this queue, and then the jobs that come of it, one after another.
  @discardableResult
  func turn<Made>(_ body: () -> Made) -> Made {
    switch kind {
    case .manual(let context):
      defer { context.runAll() }
      return body()
    case .dispatch(let queue):
      // Each waits for the jobs that are there, which may bring others: no clause nests them deeper.
      defer { for _ in 0..<8 { queue.sync {} } }
      return queue.sync(execute: body)
    }
  }
}

/// When a promise is settled, as seen by what registers with it.
enum Moment: CaseIterable {
  case before
  case after

  @discardableResult
  func fulfil<Value: Sendable, Made>(
    with value: Value,
    _ register: (Promise<Value>) -> Made
  ) -> Made {
    settle({ $0.resolve(value) }, register)
  }

  @discardableResult
  func reject<Made>(with error: any Error, _ register: (Promise<Int>) -> Made) -> Made {
    settle({ $0.reject(error) }, register)
  }

  private func settle<Value: Sendable, Made>(
    _ settling: (Promise<Value>) -> Void,
    _ register: (Promise<Value>) -> Made
  ) -> Made {
    let promise = Promise<Value>()
    if self == .before { settling(promise) }
    defer { if self == .after { settling(promise) } }
    return register(promise)
  }
}

/// A value and an error that is known again by its identity.
final class Token: Error {}
