import Foundation
import Programs
import Support

/// Ends the process when no round ends for two minutes, and records the current round for crashes.
final class Watchdog: Sendable {
  /// The limit in seconds.
  ///
  /// A round takes less than a thousandth of this time.
  private static let timeout = 120

  private let current = Guarded("")
  private let journal: FileHandle?

  /// - Parameters:
  ///   - statistics: The counts of the rounds.
  ///   - journal: A file that receives the options that repeat the current round.
  init(_ statistics: Statistics, journal: String?) {
    self.journal = journal.flatMap {
      _ = FileManager.default.createFile(atPath: $0, contents: nil)
      return FileHandle(forWritingAtPath: $0)
    }
    Thread.detachNewThread { [current] in
      var rounds = -1
      var seconds = 0
      while seconds < Watchdog.timeout {
        sleep(1)
        seconds = statistics.rounds == rounds ? seconds + 1 : 0
        rounds = statistics.rounds
      }
      say("hang: no round has ended for \(Watchdog.timeout) s; \(current.with { $0 })")
      abort()
    }
  }

  /// Records the start of a round.
  func begin(_ options: String) {
    current.with { $0 = "repeat it with \(options) --show" }
    try? journal?.seek(toOffset: 0)
    try? journal?.write(contentsOf: Data((options + "\n").utf8))
    try? journal?.truncate(atOffset: UInt64(options.utf8.count + 1))
  }
}

/// Prints a line and flushes it, so that it is visible even after a crash.
func say(_ line: String) {
  print(line)
  fflush(nil)
}
