internal import Pledge

extension Trace {
  /// The whole trace as JSON, for the page that shows it and for programs: version 1.
  ///
  /// Times are in nanoseconds since the first promise was made. Operators, places and contexts are
  /// tables, to which promises refer by index. Promises of which nothing is known but their number
  /// are only referred to. What cannot be printed, in a name or in the text of an error, is shown as an
  /// escape; line breaks and tabs are kept.
  ///
  /// - Complexity: O(*n*) in the number of promises.
  public var json: String { json(Symbols(of: entries)) }

  func json(_ symbols: Symbols) -> String {
    var tables = TraceDocument.Tables(Callings(symbols))
    let promises = entries.filter { $0.state != .unknown }.map { tables.promise($0) }
    return JSONText.of(
      TraceDocument(
        version: 1,
        title: Words.whole(title),
        end: end,
        dropped: .init(chains: dropped.chains, promises: dropped.promises + dropped.unrecorded),
        operators: tables.operators.strings,
        sites: tables.sites.strings,
        contexts: tables.contexts.strings,
        promises: promises
      )
    )
  }
}

/// The data of a trace, as they are written.
struct TraceDocument: Codable {
  let version: Int
  let title: String
  let end: UInt64
  let dropped: Dropped
  let operators: [String]
  let sites: [String]
  let contexts: [String]
  let promises: [Promise]

  struct Dropped: Codable {
    let chains: Int
    let promises: Int
  }

  /// A promise; what is `nil` is left out.
  struct Promise: Codable {
    let id: UInt64
    let chain: UInt64
    let `operator`: Int
    let site: Int
    let context: Int?
    let from: UInt64?
    let waits: [UInt64]?
    let start: UInt64
    let end: UInt64?
    let state: String
    let error: String?
    let unhandled: Bool?
    let again: Int?
    let thread: UInt64
    let endThread: UInt64?
    let caller: String?
  }
}

extension TraceDocument {
  /// The tables that promises refer to, while they are filled.
  struct Tables {
    var operators = StringTable()
    var sites = StringTable()
    var contexts = StringTable()
    private var callings: Callings

    init(_ callings: Callings) {
      self.callings = callings
    }

    mutating func promise(_ entry: Trace.Entry) -> Promise {
      let caller = callings.caller(of: entry)
      return Promise(
        id: entry.id.number,
        chain: entry.chain.number,
        operator: operators.position(of: Words.whole(callings.operator(of: entry))),
        site: sites.position(of: entry.place.description),
        context: entry.context.map { contexts.position(of: Words.whole($0)) },
        from: entry.parent?.number,
        waits: entry.waits.isEmpty ? nil : entry.waits.map(\.number),
        start: entry.start,
        end: entry.end,
        state: entry.state.rawValue,
        error: entry.state == .rejected || entry.isUnhandled
          ? entry.errorText.map(Words.whole) : nil,
        unhandled: entry.isUnhandled ? true : nil,
        again: entry.again == 0 ? nil : entry.again,
        thread: entry.thread,
        endThread: entry.endThread,
        caller: caller.text.map(Words.whole)
      )
    }
  }
}
