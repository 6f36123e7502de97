internal import Pledge

/// The contents of a recording at one moment.
struct Snapshot {
  let records: [Record]
  /// The annotations of the records that have any, by slot.
  let annotations: [UInt32: Annotations]
  let chains: [Chain]
  let waits: [Wait]
  let dropped: Trace.Dropped
  let times: TimeRange

  /// The promises with their annotations, ordered by number.
  var promises: [(record: Record, annotations: Annotations)] {
    zip(UInt32(0)..., records)
      .filter { $1.chain != none }
      .map { ($1, annotations[$0, default: Annotations()]) }
      .sorted { $0.0.id < $1.0.id }
  }

  /// Returns a trace of the snapshot.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - end: The time of the snapshot, on the clock of the events.
  /// - Returns: The trace.
  func trace(title: String, end: UInt64) -> Trace {
    let promises = promises
    let origin = promises.lazy.map(\.record.start).min() ?? min(times.first, end)
    return Trace(
      title: title,
      entries: promises.map { entry($0.record, $0.annotations, since: origin) },
      end: max(end, times.last, origin) - origin,
      dropped: dropped
    )
  }

  private func entry(_ record: Record, _ annotations: Annotations, since origin: UInt64)
    -> Trace.Entry
  {
    let hasEnded = record.state != .pending && record.state != .unknown
    return Trace.Entry(
      id: PromiseID(record.id),
      chain: PromiseID(chains[Int(record.chain)].root),
      parent: record.parent == 0 ? nil : PromiseID(record.parent),
      waits: waits.promises(upTo: record.lastWait).map { PromiseID($0) },
      operator: annotations.words?.name ?? record.operatorID?.name ?? "",
      place: PromiseEvent.Place(record.site),
      label: annotations.label,
      context: annotations.words?.context,
      callers: record.callers.addresses,
      state: record.state,
      obstacle: record.obstacle?.text(),
      origin: record.origin,
      error: annotations.error,
      isUnhandled: record.isUnhandled,
      again: Int(record.again),
      start: record.start - origin,
      end: hasEnded ? max(record.end, record.start) - origin : nil,
      thread: record.thread,
      endThread: hasEnded ? record.endThread : nil
    )
  }
}
