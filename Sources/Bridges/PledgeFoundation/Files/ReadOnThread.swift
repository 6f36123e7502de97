#if !canImport(Darwin) && !os(Windows)
internal import Foundation
internal import Pledge
internal import PledgeSupport

extension System.Reader {
  /// Reads to the end on a thread of its own if the input may block, such as a pipe.
  ///
  /// Dispatch needs no thread but is unsafe for this. When the other end of a pipe is closed, its
  /// manager processes an event whose source another thread frees at the same time (Swift 6.3).
  ///
  /// - Returns: Whether the input may block.
  /// - Throws: A refusal to provide the thread or descriptor.
  func readOnThread(_ resolver: Resolver<Data>) throws(System.Refusal) -> Bool {
    guard System.Input.mayWait(for: self) else { return false }
    let input = try System.Input(self)
    try System.startThread {
      var data = Data()
      guard let error = input.read({ data.append(contentsOf: $0) }) else { return }
      let outcome = readOutcome(data, error)
      DispatchQueue.global().async { resolver.settle(with: outcome) }
    }
    resolver.onDiscard { input.stop() }
    return true
  }
}
#endif
