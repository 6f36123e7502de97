import Foundation
import Pledge
import PledgeTrace

/// The recording of a run, if requested with `--trace`.
struct Recording: Sendable {
  private let file: TraceFile?
  private let recorder = TraceRecorder(title: "userloader")

  /// Starts recording if there is a `file`.
  init(file: TraceFile?) {
    self.file = file
    if file != nil { recorder.start() }
  }

  /// Writes the trace to the file, if any, and prints a message.
  ///
  /// - Returns: Whether there was no error.
  func written() -> Bool {
    guard let file else { return true }
    recorder.stop()
    do {
      try file.write(recorder.trace)
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
