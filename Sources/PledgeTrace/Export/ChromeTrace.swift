internal import Pledge

extension Trace {
  /// The trace in the format of Chrome and Perfetto; open it at `ui.perfetto.dev` or
  /// `about:tracing`.
  ///
  /// Every promise is an asynchronous span from its creation to its end. The span of a pending
  /// promise ends with the trace and is marked as pending. Arrows lead from each promise to those
  /// derived from it, on the threads that made them. Nonprintable characters are escaped.
  ///
  /// - Complexity: O(*n*) in the number of promises.
  public var chromeTraceJSON: String { chromeTraceJSON(Symbols(of: entries)) }

  func chromeTraceJSON(_ symbols: Symbols) -> String {
    var callers = CallerCache(symbols)
    let known = entries.filter { $0.state != .unknown }
    let made = Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0) })
    var events = metadata(known)
    for entry in known {
      let span = ChromeSpan(entry, &callers, traceEnd: end)
      events += [span.begin, span.end, span.making]
      if let parent = entry.parent.flatMap({ made[$0] }) { events += span.arrow(from: parent) }
    }
    return JSONText.of(ChromeDocument(traceEvents: events, displayTimeUnit: "ms"))
  }

  /// The names of the process and of its threads.
  private func metadata(_ entries: [Entry]) -> [ChromeEvent] {
    let threads = Set(entries.map(\.thread)).union(entries.compactMap(\.endThread)).sorted()
    let process = title.isEmpty ? "Promises" : TextFormat.whole(title)
    return [ChromeEvent(naming: "process_name", process, thread: threads.first ?? 0)]
      + threads.map { ChromeEvent(naming: "thread_name", "Thread \($0)", thread: $0) }
  }
}

/// The events of one promise.
private struct ChromeSpan {
  private let entry: Trace.Entry
  private let name: String
  private let traceEnd: UInt64
  private let caller: String?

  init(_ entry: Trace.Entry, _ callers: inout CallerCache, traceEnd: UInt64) {
    self.entry = entry
    self.traceEnd = traceEnd
    caller = callers.caller(of: entry).text.map(TextFormat.whole)
    let title = callers.operator(of: entry)
    let label = entry.label.map { " [\(TextFormat.whole($0))]" } ?? ""
    name = "\(title.isEmpty ? "promise" : TextFormat.whole(title)) \(entry.id)\(label)"
  }

  var begin: ChromeEvent {
    var event = event("b", name, at: entry.start, on: entry.thread)
    event.args = details
    return event
  }

  var end: ChromeEvent {
    event("e", name, at: entry.end ?? traceEnd, on: entry.endThread ?? entry.thread)
  }

  /// The start and end point of arrows: a slice of a thread, without a length.
  var making: ChromeEvent {
    var event = event("X", name, at: entry.start, on: entry.thread)
    event.id = nil
    event.dur = 0
    return event
  }

  func arrow(from parent: Trace.Entry) -> [ChromeEvent] {
    var start = event("s", "derived", at: parent.start, on: parent.thread)
    var finish = event("f", "derived", at: entry.start, on: entry.thread)
    start.cat = "derived"
    finish.cat = "derived"
    finish.bp = "e"
    return [start, finish]
  }

  private func event(_ ph: String, _ name: String, at time: UInt64, on thread: UInt64)
    -> ChromeEvent
  {
    var event = ChromeEvent(ph: ph, name: name, tid: thread)
    event.cat = "promise"
    event.id = "0x" + String(entry.id.number, radix: 16)
    event.ts = Double(time) / 1_000
    return event
  }

  private var details: [String: String] {
    var details = ["state": entry.state.rawValue, "chain": "\(entry.chain)"]
    details["place"] = entry.place.description
    details["parent"] = entry.parent?.description
    details["label"] = entry.label.map(TextFormat.whole)
    details["context"] = entry.context.map(TextFormat.whole)
    details["error"] = entry.errorText.map(TextFormat.whole)
    details["caller"] = caller
    if entry.end == nil { details["pending"] = "It was pending when the trace was made." }
    if entry.isUnhandled { details["unhandled"] = "No consumer handled the error." }
    if entry.again > 0 {
      details["again"] = "It was settled \(TextFormat.count(entry.again, "more time"))."
    }
    if !entry.waits.isEmpty {
      details["waits"] = entry.waits.map(\.description).joined(separator: ", ")
    }
    return details
  }
}
