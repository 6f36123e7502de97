internal import PledgeSupport

/// The functions at the return addresses in a trace.
///
/// Many promises share few addresses.
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

  /// Creates the symbols of the callers of `entries`, as far as the running program knows them.
  init(of entries: some Sequence<Trace.Entry>) {
    var addresses: Set<UInt> = []
    for entry in entries { addresses.formUnion(entry.callers) }
    self.init(Symbols.known(addresses))
  }

  /// Returns the caller that made a promise.
  func caller(of entry: Trace.Entry) -> Caller {
    if symbols.isEmpty { return Caller() }
    // Functions beyond an address without symbols did not call Pledge themselves.
    let known = entry.callers.lazy.map { symbols[$0] ?? [] }.prefix { !$0.isEmpty }
    return Caller(known.joined(), sources: sources)
  }

  /// The folder that contains Pledge's targets, two levels above the folder of this file.
  static let sources =
    #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/") + "/"

  // MARK: Cache

  private static let found = Locked<[UInt: [Symbol]]>([:])

  private static func known(_ addresses: Set<UInt>) -> [UInt: [Symbol]] {
    let found = found.withLock { $0 }
    let missing = addresses.filter { found[$0] == nil }.sorted()
    if missing.isEmpty { return found }
    let added = symbolicated(missing)
    return Symbols.found.withLock { all in
      for address in missing { all[address] = added[address] ?? [] }
      return all
    }
  }
}

/// The callers of the promises of a trace, each looked up once.
struct CallerCache {
  private let symbols: Symbols
  private var callers: [[UInt]: Caller] = [:]

  init(_ symbols: Symbols) {
    self.symbols = symbols
  }

  /// Returns the caller that made a promise.
  mutating func caller(of entry: Trace.Entry) -> Caller {
    if let caller = callers[entry.callers] { return caller }
    let caller = symbols.caller(of: entry)
    callers[entry.callers] = caller
    return caller
  }

  /// Returns the name of the function of Pledge that made a promise, which may be composed of
  /// others.
  mutating func `operator`(of entry: Trace.Entry) -> String {
    // These promises, which Pledge makes internally, keep their own names whatever the caller.
    if ["timer", "turn"].contains(entry.operator) { return entry.operator }
    return caller(of: entry).operator ?? entry.operator
  }
}
