// Calls of `ProgressMonitor` that look right.

extension ProgressMonitor {
  /// Renamed to `part(weight:)`.
  @available(*, unavailable, renamed: "part(weight:)")
  public func addChild(weight: Double = 1) -> ProgressMonitor { preconditionFailure() }

  /// Renamed to `report(_:_:)`.
  @available(*, unavailable, renamed: "report(_:)")
  public func update(_ fraction: Double) { preconditionFailure() }

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

@available(*, unavailable, message: "Use 'latest.fraction'.")
extension ProgressMonitor {
  /// Use `latest`.
  public var fraction: Double { preconditionFailure() }

  /// Use `latest`.
  public var fractionCompleted: Double { preconditionFailure() }

  /// Use `latest`.
  public var isFinished: Bool { preconditionFailure() }
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
