import CFuzzer
import Foundation
import Oracle

/// Runs programs that bytes are, on the model and on the library.
///
///     Fuzz show FILE …            prints the program of each file, and runs it
///     Fuzz replay FOLDER          runs the programs of a corpus
///     Fuzz random COUNT SEED      runs that many random programs
///     Fuzz …                      libFuzzer's own arguments, if built with it
@main struct Fuzz {
  static func main() {
    let arguments = [String](CommandLine.arguments[1...])
    switch arguments.first {
    case "show": show([String](arguments[1...]))
    case "replay" where arguments.count == 2: replay(arguments[1])
    case "random" where arguments.count == 3: random(arguments[1], arguments[2])
    default: explore()
    }
  }

  /// Hands over to libFuzzer, which ends the process.
  private static func explore() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
      unsafe CommandLine.unsafeArgv
    let isBuiltIn = unsafe pledge_fuzz(&count, &arguments) { bytes, size in
      Fuzz.check(unsafe Program(bytes: UnsafeBufferPointer(start: bytes, count: size)))
      return 0
    }
    if !isBuiltIn { fail("usage: Fuzz show FILE … | replay FOLDER | random COUNT SEED", 64) }
  }

  private static func show(_ files: [String]) {
    for file in files {
      let program = Program(bytes: contents(of: file))
      print("\(file):\n\(program)")
      fflush(nil)  // Should it crash.
      check(program)
      print("the model and the library agree")
    }
  }

  private static func replay(_ folder: String) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      fail("no folder at \(folder)", 66)
    }
    for name in names.sorted() { check(Program(bytes: contents(of: "\(folder)/\(name)")), name) }
    print("replayed: \(names.count) inputs")
  }

  private static func random(_ count: String, _ seed: String) {
    guard let count = UInt64(count), let seed = UInt64(seed) else {
      fail("COUNT and SEED are numbers, not \(count) and \(seed)", 64)
    }
    for seed in seed..<seed + count { check(Program(seed: seed), "seed \(seed)") }
    print("random: \(count) inputs, seeds from \(seed)")
  }

  private static func contents(of file: String) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: file) else {
      fail("no file at \(file)", 66)
    }
    return Array(data)
  }

  /// Ends the process at a finding.
  private static func check(_ program: Program, _ name: String = "input") {
    guard let disagreement = Trial.disagreement(on: program) else { return }
    print("\(name): \(disagreement)\nwhat is left of it:")
    print("\(Trial.shrunk(disagreement))")
    fail("the model and the library disagree", 1)
  }

  private static func fail(_ message: String, _ code: Int32) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    // An abort is what libFuzzer keeps an input for.
    fflush(nil)
    if code == 1 { abort() }
    exit(code)
  }
}
