#if canImport(Darwin)
internal import Foundation
internal import Pledge

extension FileHandle {
  /// - Returns: `false`; Dispatch does without a thread.
  func readOnThread(_ resolver: Resolver<Data>) -> Bool { false }
}
#elseif !os(Windows)
internal import Foundation
internal import Pledge

internal import enum PledgeCore.System

extension FileHandle {
  /// Reads what may have to be waited for, a pipe say, to the end on a thread of its own.
  ///
  /// Dispatch would do it without a thread, but not safely: when the other side of a pipe has gone, its
  /// manager goes on with an event whose source another thread frees meanwhile (Swift 6.3).
  ///
  /// - Returns: Whether that was necessary.
  func readOnThread(_ resolver: Resolver<Data>) -> Bool {
    guard System.Input.mayWait(for: fileDescriptor) else { return false }
    do {
      let input = try System.Input(fileDescriptor)
      try System.startThread { [self] in
        // The thread has the descriptor until it is done with it, and so the handle is held.
        guard let outcome = withExtendedLifetime(self, input.readToEnd) else { return }
        DispatchQueue.global().async { resolver.settle(outcome) }
      }
      resolver.onDiscard { input.stop() }
    } catch {
      resolver.reject(posixError(error.number))
    }
    return true
  }
}

extension System.Input {
  /// - Returns: `nil` if it was stopped.
  fileprivate func readToEnd() -> Result<Data, any Error>? {
    var data = Data()
    while true {
      switch next(upTo: 65536) {
      case .bytes(let bytes): data.append(contentsOf: bytes)
      case .end: return .success(data)
      case .stopped: return nil
      case .failure(let refusal): return .failure(posixError(refusal.number))
      }
    }
  }
}
#endif
