import Foundation
import Programs
import Testing

/// Runs the inputs that the fuzzer kept because they reach different code.
@Suite(.timeLimit(.minutes(60))) struct CorpusTests {
  private static func programs() throws -> [Program] {
    let folder = URL(filePath: #filePath).appending(path: "../../../Corpus").standardized
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .map { Program(bytes: try Data(contentsOf: $0)) }
  }

  @Test func `the library matches the model for the whole corpus`() throws {
    let programs = try CorpusTests.programs()

    for program in programs {
      if let disagreement = Trial.disagreement(on: program) {
        Issue.record(Comment(rawValue: "\(Trial.shrunk(disagreement))"))
      }
    }

    #expect(programs.count >= 50)
    print(
      "corpus: \(programs.count) programs, \(programs.map(\.steps.count).reduce(0, +)) steps"
    )
  }
}
