internal import Pledge

/// Whether a recorder is installed.
///
/// The installation happens outside of the lock, so the recorder may be stopped during it.
enum RecordingSwitch {
  case off
  case starting(isWanted: Bool)
  case on(Diagnostics.Installation)

  /// Whether the recorder is installed, or about to be.
  var isOn: Bool {
    switch self {
    case .off, .starting(isWanted: false): false
    case .on, .starting(isWanted: true): true
    }
  }

  /// Requests a start.
  ///
  /// - Returns: Whether the caller has to install the recorder.
  mutating func start() -> Bool {
    switch self {
    case .off:
      self = .starting(isWanted: true)
      return true
    case .starting:
      self = .starting(isWanted: true)
      return false
    case .on: return false
    }
  }

  /// Records that the recorder is installed.
  ///
  /// - Returns: The installation, if it has to be removed again.
  mutating func started(_ installation: Diagnostics.Installation) -> Diagnostics.Installation? {
    if case .starting(isWanted: false) = self {
      self = .off
      return installation
    }
    self = .on(installation)
    return nil
  }

  /// Requests a stop.
  ///
  /// - Returns: The installation that the caller has to remove.
  mutating func stop() -> Diagnostics.Installation? {
    switch self {
    case .off: return nil
    case .starting:
      self = .starting(isWanted: false)
      return nil
    case .on(let installation):
      self = .off
      return installation
    }
  }
}
