import Foundation
import Pledge
import PledgeTrace

/// The record of a run, if one is asked for with `--trace` or `--explain`.
struct Recording: Sendable {
  private let recorder: TraceRecorder?

  /// Records from now on, or never.
  init(isWanted: Bool) {
    recorder = isWanted ? TraceRecorder(title: "userloader") : nil
    recorder?.start()
  }

  /// What was recorded so far; `nil` if nobody wants to know.
  var trace: Trace? { recorder?.trace }

  /// Writes the trace to `file` if there is one, and says so.
  ///
  /// - Returns: Whether there is nothing to complain about.
  func written(to file: TraceFile?) -> Bool {
    recorder?.stop()
    guard let file, let trace = recorder?.trace else { return true }
    do {
      try file.write(trace)
      print("trace       \(file.path)")
      return true
    } catch {
      let problem = (error as? Trace.WritingError)?.problem ?? error.localizedDescription
      let complaint = "Error: The trace cannot be written to '\(file.path)': \(problem)."
      FileHandle.standardError.write(Data("\(complaint) Name another file.\n".utf8))
      return false
    }
  }
}
