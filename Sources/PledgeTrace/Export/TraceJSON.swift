internal import Pledge

extension Trace {
  /// The whole trace as JSON, for the timeline page and other programs: version 1.
  ///
  /// Times are in nanoseconds since the first promise was created. Operators, source locations, and
  /// contexts are tables, to which promises refer by index. Promises known only by number are
  /// referred to but not listed. Nonprintable characters in names and error texts are escaped,
  /// except for line breaks and tabs.
  ///
  /// - Complexity: O(*n*) in the number of promises.
  public var json: String { json(Symbols(of: entries)) }

  func json(_ symbols: Symbols) -> String {
    var tables = TraceDocument.Tables(CallerCache(symbols))
    let promises = entries.filter { $0.state != .unknown }.map { tables.promise($0) }
    return JSONText.of(
      TraceDocument(
        version: 1,
        title: TextFormat.whole(title),
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

/// The data of a trace in its serialized form.
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

  /// A promise; `nil` fields are omitted.
  struct Promise: Codable {
    let id: UInt64
    let chain: UInt64
    let `operator`: Int
    let site: Int
    let label: String?
    let context: Int?
    let from: UInt64?
    let waits: [UInt64]?
    let start: UInt64
    let end: UInt64?
    let state: String
    let obstacle: String?
    let error: String?
    let unhandled: Bool?
    let again: Int?
    let thread: UInt64
    let endThread: UInt64?
    let caller: String?
  }
}

extension TraceDocument {
  /// The tables that promises refer to, while they are being filled.
  struct Tables {
    var operators = StringTable()
    var sites = StringTable()
    var contexts = StringTable()
    private var callers: CallerCache

    init(_ callers: CallerCache) {
      self.callers = callers
    }

    mutating func promise(_ entry: Trace.Entry) -> Promise {
      let caller = callers.caller(of: entry)
      return Promise(
        id: entry.id.number,
        chain: entry.chain.number,
        operator: operators.position(of: TextFormat.whole(callers.operator(of: entry))),
        site: sites.position(of: entry.place.description),
        label: entry.label.map(TextFormat.whole),
        context: entry.context.map { contexts.position(of: TextFormat.whole($0)) },
        from: entry.parent?.number,
        waits: entry.waits.isEmpty ? nil : entry.waits.map(\.number),
        start: entry.start,
        end: entry.end,
        state: entry.state.rawValue,
        obstacle: entry.obstacle,
        error: entry.errorText.map(TextFormat.whole),
        unhandled: entry.isUnhandled ? true : nil,
        again: entry.again == 0 ? nil : entry.again,
        thread: entry.thread,
        endThread: entry.endThread,
        caller: caller.text.map(TextFormat.whole)
      )
    }
  }
}
