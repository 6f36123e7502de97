internal import Pledge

internal import class PledgeCore.Locked

/// The functions at the addresses that a trace names.
///
/// Many promises share a few of them.
struct Symbols: Sendable {
  private let symbols: [UInt: [Symbol]]
  private let sources: String

  /// - Parameters:
  ///   - symbols: The functions at each address, the innermost one first.
  ///   - sources: The path of the folder of Pledge's sources.
  init(_ symbols: [UInt: [Symbol]] = [:], sources: String = Symbols.sources) {
    self.symbols = symbols
    self.sources = sources
  }

  /// What the running program knows of the callers of `entries`.
  init(of entries: some Sequence<Trace.Entry>) {
    var addresses: Set<UInt> = []
    for entry in entries { addresses.formUnion(entry.callers) }
    self.init(Symbols.known(addresses))
  }

  /// Who made a promise.
  func caller(of entry: Trace.Entry) -> Caller {
    if symbols.isEmpty { return Caller() }
    // Who called a function of which nothing is known is not who called Pledge.
    let known = entry.callers.lazy.map { symbols[$0] ?? [] }.prefix { !$0.isEmpty }
    return Caller(known.joined(), sources: sources)
  }

  /// The folder that holds the targets of Pledge; this file lies two folders deeper.
  static let sources =
    #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/") + "/"

  // MARK: What was found before

  private static let found = Locked<[UInt: [Symbol]]>([:])

  private static func known(_ addresses: Set<UInt>) -> [UInt: [Symbol]] {
    let found = found.withLock { $0 }
    let missing = addresses.filter { found[$0] == nil }.sorted()
    if missing.isEmpty { return found }
    let added = symbolised(missing)
    return Symbols.found.withLock { all in
      for address in missing { all[address] = added[address] ?? [] }
      return all
    }
  }
}

/// The callers of the promises of a trace, each looked for once.
struct Callings {
  private let symbols: Symbols
  private var callers: [[UInt]: Caller] = [:]

  init(_ symbols: Symbols) {
    self.symbols = symbols
  }

  /// Who made a promise.
  mutating func caller(of entry: Trace.Entry) -> Caller {
    let key = Array(entry.callers)
    if let caller = callers[key] { return caller }
    let caller = symbols.caller(of: entry)
    callers[key] = caller
    return caller
  }

  /// What made a promise: the function of Pledge that was called, which may be made of others.
  mutating func `operator`(of entry: Trace.Entry) -> String {
    // What Pledge makes on the way has a name of its own, whoever called.
    if ["timer", "turn"].contains(entry.operator) { return entry.operator }
    return caller(of: entry).operator ?? entry.operator
  }
}
