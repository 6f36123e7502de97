/// A file of Chrome's trace events.
struct ChromeDocument: Codable {
  let traceEvents: [ChromeEvent]
  let displayTimeUnit: String
}

/// An event, with the names that the format has for its parts; what is `nil` is left out.
struct ChromeEvent: Codable {
  /// The kind: `b` and `e` for an asynchronous span, `X` for a slice of a thread, `s` and `f` for an
  /// arrow, `M` for a name.
  let ph: String
  let name: String
  /// The number of the process: there is one.
  var pid = 1
  /// The number of the thread.
  let tid: UInt64
  /// What kinds of events belong together.
  var cat: String?
  /// What tells the spans and arrows of one category apart.
  var id: String?
  /// The time in microseconds.
  var ts: Double = 0
  /// The length in microseconds.
  var dur: Double?
  /// How the end of an arrow finds its slice: `e` for the one around it.
  var bp: String?
  var args: [String: String]?

  init(ph: String, name: String, tid: UInt64) {
    self.ph = ph
    self.name = name
    self.tid = tid
  }

  /// Gives the process or a thread a name.
  init(naming kind: String, _ name: String, thread: UInt64) {
    self.init(ph: "M", name: kind, tid: thread)
    args = ["name": name]
  }
}
