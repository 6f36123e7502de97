import CFuzzer
import Foundation
import Programs

/// Decodes programs from bytes and runs them on the model and the library, for Scripts/Proofs/fuzz.
@main
enum Fuzz {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    let numbers = words.compactMap(UInt64.init)
    switch words.first {
    case "show": show(words.dropFirst())
    case "replay" where words.count == 2: replay(words[1])
    case "random" where numbers.count == 2:
      let seeds = numbers[1]..<numbers[1] + numbers[0]
      check("random", seeds.lazy.map { ("seed \($0)", Program(seed: $0)) })
    default: explore()
    }
  }

  /// Starts libFuzzer, which ends the process.
  private static func explore() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
      unsafe CommandLine.unsafeArgv
    let isBuiltIn = unsafe pledge_fuzz(&count, &arguments) { bytes, size in
      Fuzz.check(unsafe Program(bytes: UnsafeBufferPointer(start: bytes, count: size)))
      return 0
    }
    if !isBuiltIn { fail("give show FILE…, replay FOLDER, or random COUNT SEED", 64) }
  }

  private static func show(_ files: ArraySlice<String>) {
    for file in files {
      let program = Program(bytes: contents(of: file))
      print("\(file):\n\(program)")
      fflush(nil)  // In case the next call crashes.
      check(program)
      print("the model and the library agree")
    }
  }

  private static func replay(_ folder: String) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      fail("no folder at \(folder)", 66)
    }
    check(
      "corpus",
      names.sorted().lazy.map { ($0, Program(bytes: contents(of: "\(folder)/\($0)"))) }
    )
  }

  /// Checks programs, prints their size, and fails if they do too little to find anything.
  private static func check(_ kind: String, _ programs: some Collection<(String, Program)>) {
    var steps = 0
    for (name, program) in programs {
      steps += program.steps.count
      check(program, name)
    }
    print("\(kind): \(programs.count) programs of \(steps) steps")
    if steps < 5 * programs.count || programs.isEmpty {
      fail("the programs of \(kind) have too few steps", 1)
    }
  }

  private static func contents(of file: String) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: file) else {
      fail("no file at \(file)", 66)
    }
    return Array(data)
  }

  /// Ends the process if the model and the library disagree.
  private static func check(_ program: Program, _ name: String = "input") {
    for depth in [0, 44 + program.steps.count % 5] {
      let program = program.nested(depth)
      guard let disagreement = Trial.disagreement(on: program) else { continue }
      print("\(name): \(program)\n\(disagreement)")
      print(program.smallest(Trial.disagreement))
      fail("the model and the library disagree", 1)
    }
  }

  private static func fail(_ message: String, _ code: Int32) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    // libFuzzer keeps the input that led to an abort.
    fflush(nil)
    if code == 1 { abort() }
    Foundation.exit(code)
  }
}
