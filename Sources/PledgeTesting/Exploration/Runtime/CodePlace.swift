internal import CPledgeTesting
internal import PledgeSupport

/// A place in the code under test, as far as the program has debug information.
struct CodePlace: Equatable {
  /// The name of the function in the program, and as it is called in source code.
  var symbol = ""
  var function: String?
  /// The path of the source file, and the line; zero if it is unknown.
  var path = ""
  var line = 0
  /// The next line of another statement; zero if there is none.
  var next = 0
  /// Whether a call has returned there, in contrast to a function or a call that begins.
  var isReturn = false
  /// Whether it belongs to the code under test, in contrast to the runtime and this library.
  var isOwn = false

  var file: String { path.split(separator: "/").last.map(String.init) ?? "" }
  /// The file and the line, as text; `nil` if they are unknown.
  var position: String? { line > 0 ? "\(file):\(line)" : nil }

  private static let libraries = [
    "Swift", "Foundation", "Testing", "Dispatch", "Pledge", "PledgeCore", "PledgeSupport",
    "PledgeTesting", "PledgeTestSupport",
  ]
  private static let known = Locked<[UInt: CodePlace]>([:])

  /// Returns the innermost place of the code under test among the addresses of functions.
  static func first(in frames: [UInt]) -> CodePlace? {
    let places = frames.map(at).filter(\.isOwn)
    return places.first { $0.line > 0 } ?? places.first
  }

  static func at(_ address: UInt) -> CodePlace {
    if let known = known.withLock({ $0[address] }) { return known }
    let found = pledge_hooks_place(address)
    let text = RuntimeReference.takeText(at: found.name)
    let name = text.flatMap(FunctionName.init(demangled:))
    var place = CodePlace(symbol: text ?? "", function: name?.name)
    place.isReturn = text?.contains("await resume partial function") == true
    let path = RuntimeReference.takeText(at: found.path) ?? ""
    // Not a file that the compiler has made.
    if !path.contains("<"), !path.contains("@__") {
      (place.path, place.line, place.next) = (path, Int(found.line), Int(found.next))
    }
    place.isOwn = name.map { !libraries.contains($0.module) } ?? false
    known.withLock { $0[address] = place }
    return place
  }

  /// Returns the addresses of the functions that the current thread runs.
  static func stack() -> [UInt] { RuntimeReference.words(upTo: 32) { pledge_hooks_stack($0, 32) } }
}

/// Where a task goes on, or waits.
struct Stop {
  /// The number of the task; zero for other work.
  let task: Int
  /// The actor on which it runs, and its type as text; zero and `nil` if there is none.
  var actor: UInt = 0
  var actorType: String?
  var isOnMain: Bool { actorType == "main actor" }
  /// The functions there, the innermost one first, as addresses.
  var frames: [UInt] = []
  /// The label of the promise that was settled last, if it has one.
  var cause: String?

  var place: CodePlace? { CodePlace.first(in: frames) }
}
