/// A file of Chrome's trace events.
struct ChromeDocument: Codable {
  let traceEvents: [ChromeEvent]
  let displayTimeUnit: String
}

/// An event, with the field names of the format; `nil` fields are omitted.
struct ChromeEvent: Codable {
  /// The kind: `b` and `e` for an asynchronous span, `X` for a slice of a thread, `s` and `f` for
  /// an arrow, `M` for a name.
  let ph: String
  let name: String
  /// The number of the process; there is only one.
  var pid = 1
  /// The number of the thread.
  let tid: UInt64
  /// The category of the event.
  var cat: String?
  /// Identifies a span or an arrow within its category.
  var id: String?
  /// The time in microseconds.
  var ts: Double = 0
  /// The length in microseconds.
  var dur: Double?
  /// How the end of an arrow is bound to a slice: `e` for the enclosing one.
  var bp: String?
  var args: [String: String]?

  init(ph: String, name: String, tid: UInt64) {
    self.ph = ph
    self.name = name
    self.tid = tid
  }

  /// Creates an event that names the process or a thread.
  init(naming kind: String, _ name: String, thread: UInt64) {
    self.init(ph: "M", name: kind, tid: thread)
    args = ["name": name]
  }
}
