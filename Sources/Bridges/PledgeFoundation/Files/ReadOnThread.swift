#if canImport(Darwin)
internal import Foundation
internal import Pledge

extension FileHandle {
  /// - Returns: `false`, since Dispatch needs no thread.
  func readOnThread(_ resolver: Resolver<Data>) -> Bool { false }
}
#elseif !os(Windows)
internal import Foundation
internal import Pledge

internal import PledgeSupport

extension FileHandle {
  /// Reads to the end on a thread of its own if the input may block, such as a pipe.
  ///
  /// Dispatch needs no thread but is unsafe for this. When the other end of a pipe is closed, its
  /// manager processes an event whose source another thread frees at the same time (Swift 6.3).
  ///
  /// - Returns: Whether the input may block.
  func readOnThread(_ resolver: Resolver<Data>) -> Bool {
    guard System.Input.mayWait(for: fileDescriptor) else { return false }
    do {
      let input = try System.Input(fileDescriptor)
      try System.startThread { [self] in
        var data = Data()
        // The thread uses the descriptor until it has finished, so the handle is retained.
        let error = withExtendedLifetime(self) { input.read { data.append(contentsOf: $0) } }
        guard let outcome = error.map({ readOutcome(data, $0) }) else { return }
        DispatchQueue.global().async { resolver.settle(with: outcome) }
      }
      resolver.onDiscard { input.stop() }
    } catch {
      resolver.reject(posixError(error.number))
    }
    return true
  }
}
#endif
