// Runs one documentation sample, selected by number. Scripts/Checks/recipes generates `samples`.

@preconcurrency import Foundation

@main
struct Program {
  static func main() async throws {
    setvbuf(stdout, nil, _IOLBF, 0)
    guard let sample = samples[CommandLine.arguments[1]] else { fatalError("no such sample") }
    try await sample()
    // Handlers may still print: the check closes the input once it has read the sample's stated
    // output.
    await withCheckedContinuation { end in
      Thread.detachNewThread {
        while readLine() != nil {}
        end.resume()
      }
    }
  }
}
