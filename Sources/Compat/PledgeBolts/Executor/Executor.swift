public import Dispatch
public import Foundation
internal import Pledge
internal import PledgeSupport

/// Where a closure runs.
public enum Executor: Sendable {
  /// Synchronously, unless the stack is deep: see ``execute(_:)``.
  case `default`
  /// Synchronously.
  case immediate
  /// Synchronously on the main thread or the main queue; otherwise asynchronously on that queue.
  case mainThread
  /// As a block of the queue.
  case queue(DispatchQueue)
  /// As an operation of the queue.
  case operationQueue(Foundation.OperationQueue)
  /// As the function decides; it has to run its argument before it returns.
  @preconcurrency case closure(@Sendable (() -> Void) -> Void)
  /// As the function decides; it may run its argument later and on any thread.
  @preconcurrency case escapingClosure(@Sendable (@escaping @Sendable () -> Void) -> Void)

  /// Runs `closure`.
  ///
  /// The default executor lets twenty closures nest on one thread and submits the next to a global
  /// queue. Continuations of tasks nest up to Pledge's limit instead; those beyond it run right
  /// after the outermost one, on the same thread.
  ///
  /// - Parameter closure: The closure to run.
  @preconcurrency
  public func execute(_ closure: @escaping @Sendable () -> Void) {
    switch self {
    case .default: Depth.nest(closure)
    case .immediate: closure()
    case .mainThread:
      if isOnMain { closure() } else { DispatchQueue.main.async(execute: closure) }
    case .queue(let queue): queue.async(execute: closure)
    case .operationQueue(let queue): queue.addOperation(closure)
    case .closure(let function): function(closure)
    case .escapingClosure(let function): function(closure)
    }
  }
}

extension Executor: CustomStringConvertible, CustomDebugStringConvertible {
  /// The kind of the executor and its queue, if any.
  public var description: String {
    switch self {
    case .default: "Default Executor"
    case .immediate: "Immediate Executor"
    case .mainThread: "MainThread Executor"
    case .queue(let queue): "Executor with dispatch_queue: \(queue.label.escaped())"
    case .operationQueue(let queue):
      "Executor with NSOperationQueue: \((queue.name ?? "unnamed").escaped())"
    case .closure: "Executor with custom closure"
    case .escapingClosure: "Executor with custom escaping closure"
    }
  }

  /// Same as ``description``.
  public var debugDescription: String { description }
}

/// Whether this code runs on the main thread or the main queue.
var isOnMain: Bool { Thread.isMainThread || isOnMainQueue }

/// The nesting depth of the default executor on each thread.
private enum Depth {
  static let limit = 20
  static let key = "PledgeBolts.Executor.depth"

  static func nest(_ closure: @escaping @Sendable () -> Void) {
    let local = Thread.current.threadDictionary
    let depth = local[key] as? Int ?? 0
    guard depth < limit else { return DispatchQueue.global().async(execute: closure) }
    local[key] = depth + 1
    defer { local[key] = depth }
    closure()
  }
}
