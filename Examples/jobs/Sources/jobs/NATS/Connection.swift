#if NATS
import CNATS
import Foundation
import Pledge
import Synchronization

/// The calls of libnats, all of which block.
///
/// libnats permits them on any thread, except for `pull`.
@safe final class Connection: @unchecked Sendable {
  let options: NATSOptions
  private let isClosed = Mutex(false)
  private var connection, context, store, pulling: OpaquePointer?

  init(_ options: NATSOptions) throws {
    self.options = options
    let (name, keep, replicas) = (options.name, options.keep.nanoseconds, Int32(options.replicas))
    do {
      try connect()
      var code = jsErrCode(0)
      unsafe try Failure.check(natsConnection_JetStream(&context, connection, nil))
      let status = unsafe jobs_createQueue(context, name, subject(">"), keep, replicas, &code)
      // The server is there, but does not answer calls for which there is no permission.
      if status == NATS_TIMEOUT { throw Failure(status: NATS_NO_RESPONDERS) }
      // It exists with other settings, such as more replicas.
      if code != JSStreamNameExistErr { try Failure.check(status, code) }
      unsafe try Failure.check(jobs_openStore(&store, context, name, keep, replicas))
    } catch let failure as Failure {
      throw failure.error(connecting: options)
    }
  }

  deinit {
    unsafe natsSubscription_Destroy(pulling)
    unsafe kvStore_Destroy(store)
    unsafe jsCtx_Destroy(context)
    unsafe natsConnection_Destroy(connection)
  }

  func close() {
    isClosed.withLock { $0 = true }
    unsafe natsConnection_Close(connection)
  }

  private func connect() throws {
    var settings: OpaquePointer?
    unsafe try Failure.check(natsOptions_Create(&settings))
    defer { unsafe natsOptions_Destroy(settings) }
    unsafe try Failure.check(natsOptions_SetURL(settings, options.url))
    // The connection returns when the server does, however long that takes.
    unsafe jobs_setTimes(settings)
    if let file = options.credentials {
      unsafe try Failure.check(natsOptions_SetUserCredentialsFromFiles(settings, file, nil))
    }
    if let file = options.trust {
      unsafe try Failure.check(natsOptions_SetSecure(settings, true))
      unsafe try Failure.check(natsOptions_LoadCATrustedCertificates(settings, file))
      if let host = options.host { unsafe natsOptions_SetExpectedHostname(settings, host) }
    }
    if let certificate = options.certificate, let key = options.key {
      unsafe try Failure.check(natsOptions_LoadCertificatesChain(settings, certificate, key))
    }
    unsafe try Failure.check(natsConnection_Connect(&connection, settings))
  }

  // MARK: - Keys

  func create(_ key: String, _ value: Data) throws -> Data {
    try checkSize(value)
    let status = unsafe value.withUnsafeBytes { bytes in
      unsafe kvStore_Create(nil, store, key, bytes.baseAddress, Int32(bytes.count))
    }
    if status == NATS_OK { return value }
    // It exists, or the acknowledgement was lost; a replica may not have it yet.
    if let stored = try self.value(of: key) { return stored }
    throw Failure(status: status == NATS_ERR ? NATS_TIMEOUT : status)
  }

  func value(of key: String) throws -> Data? {
    var entry: OpaquePointer?
    let status = unsafe kvStore_Get(&entry, store, key)
    if status == NATS_NOT_FOUND { return nil }
    try Failure.check(status)
    defer { unsafe kvEntry_Destroy(entry) }
    return unsafe data(of: entry)
  }

  private func data(of entry: OpaquePointer?) -> Data {
    unsafe Data(bytes: kvEntry_Value(entry), count: Int(kvEntry_ValueLen(entry)))
  }

  /// Calls `body` with all answers, and with new ones, until the connection is closed.
  ///
  /// A server that restarts has forgotten the watch, so each connection gets a new one.
  func watchAnswers(_ body: (String, Data) -> Void) {
    while !isClosed.withLock({ $0 }) {
      let connections = connections
      var watcher: OpaquePointer?
      guard unsafe kvStore_Watch(&watcher, store, "answer.>", nil) == NATS_OK else {
        Thread.sleep(forTimeInterval: 0.1)
        continue
      }
      defer { unsafe kvWatcher_Destroy(watcher) }
      while connections == self.connections {
        var entry: OpaquePointer?
        let status = unsafe kvWatcher_Next(&entry, watcher, 250)
        guard status == NATS_OK || status == NATS_TIMEOUT else { break }
        guard let entry = unsafe entry else { continue }
        let key = unsafe String(cString: kvEntry_Key(entry))
        unsafe body(String(key.dropFirst("answer.".count)), data(of: entry))
        unsafe kvEntry_Destroy(entry)
      }
    }
  }

  /// How often this has connected again; -1 after it was closed.
  private var connections: Int {
    if isClosed.withLock({ $0 }) { return -1 }
    var (statistics, count) = unsafe (OpaquePointer?.none, UInt64(0))
    unsafe natsStatistics_Create(&statistics)
    defer { unsafe natsStatistics_Destroy(statistics) }
    unsafe natsConnection_GetStats(connection, statistics)
    unsafe natsStatistics_GetCounts(statistics, nil, nil, nil, nil, &count)
    return Int(count)
  }

  // MARK: - Messages

  func publish(_ name: String, _ message: Data) throws {
    try checkSize(message)
    var code = jsErrCode(0)
    let status = unsafe message.withUnsafeBytes { bytes in
      unsafe jobs_publish(context, subject(name), bytes.baseAddress, Int32(bytes.count), &code)
    }
    if code != JSStreamWrongLastSequenceErr { try Failure.check(status, code) }
  }

  /// Deletes a message by its number, since nats-server 2.9 delays others after a purge by subject.
  func remove(_ name: String) throws {
    var (message, code) = unsafe (OpaquePointer?.none, jsErrCode(0))
    var status = unsafe js_GetLastMsg(&message, context, options.name, subject(name), nil, &code)
    if code == JSNoMessageFoundErr { return }
    try Failure.check(status, code)
    let number = unsafe natsMsg_GetSequence(message)
    unsafe natsMsg_Destroy(message)
    status = unsafe js_DeleteMsg(context, options.name, number, nil, &code)
    // An acknowledgement may have come first.
    let isGone = code == JSSequenceNotFoundErr || code == JSStreamMsgDeleteFailed
    if !isGone { try Failure.check(status, code) }
  }

  private func subject(_ name: String) -> String { "\(options.name).\(name)" }

  /// The headers and the subject count, too.
  private func checkSize(_ data: Data) throws {
    let limit = unsafe Int(natsConnection_GetMaxPayload(connection)) - 512
    let problem = "\(data.count) bytes are more than the server's \(limit)."
    let remedy = "Raise its max_payload, or store the data elsewhere and submit its address."
    guard data.count <= limit else { throw EngineError("\(problem) \(remedy)", isOverLimit: true) }
  }

  /// Waits up to a second for messages, on one thread only.
  func pull(_ count: Int) throws -> [Delivery] {
    var (list, code) = unsafe (natsMsgList(), jsErrCode(0))
    if unsafe pulling == nil {
      let silence = options.silence.nanoseconds
      let status = unsafe jobs_subscribe(&pulling, context, subject(">"), silence, &code)
      try Failure.check(status, code)
    }
    let status = unsafe natsSubscription_Fetch(&list, pulling, Int32(count), 1_000, &code)
    if status == NATS_TIMEOUT { return [] }
    try Failure.check(status, code)
    defer { unsafe natsMsgList_Destroy(&list) }
    return unsafe (0..<Int(list.Count)).compactMap { index in
      guard let message = unsafe list.Msgs[index] else { return nil }
      unsafe list.Msgs[index] = nil
      return unsafe Message(message, of: self).delivery()
    }
  }
}

/// A message that was delivered, until nothing refers to it.
@safe private final class Message: @unchecked Sendable {
  private let message: OpaquePointer
  private let connection: Connection

  init(_ message: OpaquePointer, of connection: Connection) {
    unsafe (self.message, self.connection) = unsafe (message, connection)
  }

  deinit { unsafe natsMsg_Destroy(message) }

  func delivery() -> Delivery? {
    var details: UnsafeMutablePointer<jsMsgMetaData>?
    let status = unsafe natsMsg_GetMetaData(&details, message)
    guard status == NATS_OK, let details = unsafe details else { return nil }
    defer { unsafe jsMsgMetaData_Destroy(details) }
    let subject = unsafe String(cString: natsMsg_GetSubject(message))
    return unsafe Delivery(
      name: String(subject.dropFirst(connection.options.name.count + 1)),
      message: Data(bytes: natsMsg_GetData(message), count: Int(natsMsg_GetDataLength(message))),
      number: Int(details.pointee.NumDelivered),
      // A lost acknowledgement leads to another delivery, which finds the answer.
      acknowledge: { [self] in unsafe natsMsg_Ack(message, nil) },
      handBack: { [self] in unsafe natsMsg_NakWithDelay(message, $0.nanoseconds / 1_000_000, nil) },
      report: { [self] in unsafe natsMsg_InProgress(message, nil) }
    )
  }
}

extension Duration {
  fileprivate var nanoseconds: Int64 { Int64(self / .nanoseconds(1)) }
}
#endif
