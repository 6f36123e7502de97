import Foundation
import Pledge
import PledgeTrace

/// The recording of a run, if requested with `--trace` or `--explain`.
struct Recording: Sendable {
  private let recorder: TraceRecorder?

  /// Starts recording if `isWanted`.
  init(isWanted: Bool) {
    recorder = isWanted ? TraceRecorder(title: "userloader") : nil
    recorder?.start()
  }

  /// The trace so far, or `nil` if nothing is recorded.
  var trace: Trace? { recorder?.trace }

  /// Writes the trace to `file`, if any, and prints a message.
  ///
  /// - Returns: Whether there was no error.
  func written(to file: TraceFile?) -> Bool {
    recorder?.stop()
    guard let file, let trace = recorder?.trace else { return true }
    do {
      try file.write(trace)
      print("trace       \(file.path)")
      return true
    } catch {
      let problem = (error as? Trace.WritingError)?.problem ?? error.localizedDescription
      let message = "Error: The trace cannot be written to '\(file.path)': \(problem)."
      FileHandle.standardError.write(Data("\(message) Name another file.\n".utf8))
      return false
    }
  }
}
