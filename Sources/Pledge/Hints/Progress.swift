// Calls of `ProgressMonitor` that look right.

extension ProgressMonitor {
  /// A part is a monitor.
  @available(*, unavailable, message: "A part is itself a 'ProgressMonitor'.")
  public typealias Part = ProgressMonitor

  /// Renamed to `observe(file:line:_:)`.
  @available(*, unavailable, renamed: "observe(_:)")
  public func onChange(
    on context: some ExecutionContext = .immediate,
    _ body: (ProgressReport) -> Void
  ) { preconditionFailure() }

  /// Renamed to `observe(on:file:line:_:)`.
  @available(*, unavailable, renamed: "observe(on:_:)")
  public func onChange(
    on actor: MainActor,
    _ body: @MainActor (ProgressReport) -> Void
  ) { preconditionFailure() }
}

extension ProgressReport {
  /// Renamed to `fraction`.
  @available(*, unavailable, renamed: "fraction")
  public var fractionCompleted: Double { preconditionFailure() }
}
