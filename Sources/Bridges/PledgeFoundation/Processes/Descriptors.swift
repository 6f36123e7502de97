#if os(macOS) || os(Linux) || os(Android)
import Foundation

extension Pipe {
  /// Opens two pipes for the outputs of a process that is started next.
  ///
  /// Foundation does not check whether it can open its own descriptors, about 12 for the first
  /// process. If it cannot, it closes the standard input or stops the program (Swift 6.3).
  ///
  /// - Throws: `POSIXError` if the system cannot open enough descriptors for all this.
  static func openForLaunch() throws -> [Pipe] {
    let pipes = try open(2)
    _ = try open(8)
    return pipes
  }

  fileprivate static func open(_ count: Int) throws -> [Pipe] {
    let pipes = (0..<count).map { _ in Pipe() }
    guard pipes.allSatisfy({ $0.fileHandleForReading.fileDescriptor >= 0 }) else {
      throw POSIXError(.EMFILE)
    }
    return pipes
  }
}

extension Process {
  /// Ends the retain cycle of a process that has ended, including its standard input.
  ///
  /// On Linux, a process retains itself until `waitUntilExit()`. After the end, that method returns
  /// immediately, but first creates a run loop, which stops the program if it lacks descriptors
  /// (Swift 6.3).
  func releaseAfterEnd() {
    #if !canImport(Darwin)
    if (try? Pipe.open(4)) != nil { waitUntilExit() }
    #endif
  }
}
#endif
