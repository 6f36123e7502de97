import Dispatch
import Pledge

/// The serial queues on which the clauses of Promises/A+ are tested.
enum Platform: CaseIterable {
  case manual
  case dispatch
}

/// A serial queue that stands for the platform of Promises/A+: its jobs begin on an empty stack.
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

  /// Runs `body` as a job of this queue, then runs all resulting jobs in order.
  @discardableResult
  func turn<Made>(_ body: () -> Made) -> Made {
    switch kind {
    case .manual(let context):
      defer { context.runAll() }
      return body()
    case .dispatch(let queue):
      // Each call waits for the queued jobs, which may enqueue more; no clause nests deeper than
      // eight.
      defer { for _ in 0..<8 { queue.sync {} } }
      return queue.sync(execute: body)
    }
  }
}

/// Whether a promise is settled before or after a handler is registered.
enum Moment: CaseIterable {
  case before
  case after

  @discardableResult
  func fulfill<Value: Sendable, Made>(
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

/// A value and error with identity.
final class Token: Error {}
