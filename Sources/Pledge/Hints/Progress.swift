// Calls of `ProgressMonitor` that look right.

extension ProgressMonitor {
  /// A part is a monitor.
  @available(*, unavailable, message: "A part is itself a 'ProgressMonitor'.")
  public typealias Part = ProgressMonitor

  /// Renamed to `observe(file:line:_:)`.
  @available(*, unavailable, renamed: "observe(_:)")
  public func onChange(
    on context: Any? = nil,
    _ body: @MainActor (ProgressReport) -> Void
  ) { preconditionFailure() }
}

@available(*, unavailable, message: "Use 'observe(on:_:)', and capture '[weak self]'.")
extension ProgressMonitor {
  /// Use `observe(on:file:line:_:)`.
  public func observe<Owner: AnyObject>(
    on context: some ExecutionContext = .immediate,
    owner: Owner,
    _ body: @MainActor (Owner, ProgressReport) -> Void
  ) { preconditionFailure() }

  /// Use `observe(on:file:line:_:)`.
  public func observe<Owner: AnyObject>(
    on actor: MainActor,
    owner: Owner,
    _ body: @MainActor (Owner, ProgressReport) -> Void
  ) { preconditionFailure() }
}

extension ProgressReport {
  /// Renamed to `fraction`.
  @available(*, unavailable, renamed: "fraction")
  public var fractionCompleted: Double { preconditionFailure() }
}
