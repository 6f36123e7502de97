internal import Pledge

extension Recording {
  /// Makes a trace of what is recorded.
  ///
  /// - Parameters:
  ///   - title: What the trace is of.
  ///   - end: The time, on the clock of the events.
  /// - Returns: The trace.
  func trace(title: String, end: UInt64) -> Trace {
    let records = living.sorted { $0.record.id < $1.record.id }
    let origin = records.lazy.map(\.record.start).min() ?? firstTime ?? end
    return Trace(
      title: title,
      entries: records.map { entry($0.record, $0.labels, since: origin) },
      end: max(end, lastTime, origin) - origin,
      dropped: dropped
    )
  }

  private func entry(_ record: Record, _ labels: Labels, since origin: UInt64) -> Trace.Entry {
    let hasEnded = record.state != .pending && record.state != .unknown
    return Trace.Entry(
      id: PromiseID(record.id),
      chain: PromiseID(chains[record.chain].root),
      parent: record.parent == 0 ? nil : PromiseID(record.parent),
      waits: waits.promises(upTo: record.lastWait).map { PromiseID($0) },
      operator: labels.operator,
      place: record.place,
      context: labels.context,
      callers: record.callers,
      state: record.state,
      origin: record.origin,
      error: labels.error,
      isUnheard: record.isUnheard,
      again: Int(record.again),
      start: record.start - origin,
      end: hasEnded ? max(record.end, record.start) - origin : nil,
      thread: record.thread,
      endThread: hasEnded ? record.endThread : nil
    )
  }
}
