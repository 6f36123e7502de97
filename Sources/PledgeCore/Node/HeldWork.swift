internal import PledgeSupport

/// A node's hold on its work: a closure that stops it, a task, or a hook; two words.
///
/// As a struct, it avoids the thunk that a bare closure would need in a payload.
///
/// A block that holds a task or a hook has a bit pattern that no closure has, so unspecialized
/// generic code may take it for `nil` in an optional. Therefore, arrays of blocks are searched by
/// loops, not by methods such as `contains(where:)`.
@frozen @usableFromInline package struct Block: Sendable {
  @usableFromInline let closure: @Sendable (NoArguments) -> Void

  @inlinable package init(_ closure: @escaping @Sendable (NoArguments) -> Void) {
    self.closure = closure
  }

  /// Creates a block from a closure without parameters, at no cost of a wrapper.
  init(stopping stop: @escaping @Sendable () -> Void) {
    // SAFETY: a parameter of type `Void` is not passed, so both closures have the same convention.
    self = unsafe unsafeBitCast(Stop(run: stop), to: Block.self)
  }

  /// Creates a block that holds a task or a hook, without an allocation.
  init(holding work: HeldWork) {
    // SAFETY: a closure consists of the address of its code and a reference that it retains. Here,
    // the first word is a small number, which no code has as its address, so `work` finds it.
    switch work {
    case .task(let task, let priority):
      self = unsafe unsafeBitCast((UInt(max(1, priority)), task), to: Block.self)
    case .hook(let hook):
      self = unsafe unsafeBitCast((Block.hookTag, hook), to: Block.self)
    }
  }

  private static var hookTag: UInt { 0x100 }

  private var tag: UInt { unsafe unsafeBitCast(self, to: (UInt, UInt).self).0 }

  /// The task or the hook, unless this is a closure.
  var work: HeldWork? {
    if tag > Block.hookTag { return nil }
    // SAFETY: see ``init(holding:)``.
    if tag == Block.hookTag {
      return .hook(unsafe unsafeBitCast(self, to: (UInt, EscalationHook).self).1)
    }
    let task = unsafe unsafeBitCast(self, to: (UInt, Task<Void, Never>).self).1
    return .task(task, priority: UInt8(tag))
  }

  /// The same, unless it is known to have that priority.
  func work(below priority: UInt8) -> HeldWork? {
    guard let work else { return nil }
    if case .task(_, let known) = work, known >= priority { return nil }
    return work
  }

  /// Whether this stops work.
  var isStop: Bool { tag != Block.hookTag }

  /// A closure that stops the work.
  var run: @Sendable (NoArguments) -> Void {
    switch work {
    case nil: closure
    // The context of this closure is the task itself, so that takes no allocation.
    case .task(let task, _): { _ in task.cancel() }
    case .hook: { _ in }
    }
  }

  private struct Stop {
    let run: @Sendable () -> Void
  }
}

/// Work whose priority can be raised.
enum HeldWork: Sendable {
  /// A task, and a priority that it has had from the start.
  case task(Task<Void, Never>, priority: UInt8)
  case hook(EscalationHook)

  /// Gives `work` at least a priority.
  ///
  /// Another task does that, unless the caller is a task that was started for it: the calling
  /// thread may be canceling a task, and so hold its lock, while an escalation takes the locks of
  /// others.
  static func escalate(_ work: [HeldWork], to priority: UInt8, inTask: Bool = false) {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let priority = TaskPriority(rawValue: priority)
    if inTask { return raise(work, to: priority) }
    Task.detached(priority: priority) { raise(work, to: priority) }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private static func raise(_ work: [HeldWork], to priority: TaskPriority) {
    for work in work {
      switch work {
      case .task(let task, _): task.escalatePriority(to: priority)
      case .hook(let hook): hook.call(with: priority)
      }
    }
  }
}

/// A closure that receives rising priorities, one after the other.
final class EscalationHook: Sendable {
  private struct State {
    var highest: UInt8 = 0
    var isRunning = false
  }

  private let body: @Sendable (TaskPriority) -> Void
  private let state = Locked(State())

  init(_ body: @escaping @Sendable (TaskPriority) -> Void) {
    self.body = body
  }

  /// Calls the closure with `priority`, unless it is being called: then, the thread that does so
  /// calls it again.
  func call(with priority: TaskPriority) {
    var next = state.withLock { state -> UInt8? in
      guard priority.rawValue > state.highest else { return nil }
      state.highest = priority.rawValue
      defer { state.isRunning = true }
      return state.isRunning ? nil : state.highest
    }
    while let priority = next {
      body(TaskPriority(rawValue: priority))
      next = state.withLock { state in
        state.isRunning = state.highest > priority
        return state.isRunning ? state.highest : nil
      }
    }
  }
}
