#if NATS
import CNATS
import Foundation
import Synchronization

/// The calls of libnats. All of them block, and libnats permits them on any thread.
@safe final class Connection: @unchecked Sendable {
  let options: NATSOptions
  private let isClosed = Mutex(false)
  private var connection, stream, store, pulling: OpaquePointer?

  init(_ options: NATSOptions) throws {
    self.options = options
    do {
      try connect()
      unsafe try Failure.check(natsConnection_JetStream(&stream, connection, nil))
      try createStream()
      try createStore()
    } catch let failure as Failure {
      throw failure.error(connecting: options)
    }
  }

  deinit {
    unsafe natsSubscription_Destroy(pulling)
    unsafe kvStore_Destroy(store)
    unsafe jsCtx_Destroy(stream)
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
    unsafe natsOptions_SetMaxReconnect(settings, -1)
    unsafe natsOptions_SetReconnectWait(settings, 250)
    unsafe natsOptions_SetPingInterval(settings, 2_000)
    unsafe natsOptions_SetMaxPingsOut(settings, 2)
    unsafe natsOptions_SetTimeout(settings, 3_000)
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

  /// A queue that keeps a message until it is acknowledged.
  private func createStream() throws {
    var settings = unsafe jsStreamConfig()
    unsafe jsStreamConfig_Init(&settings)
    try unsafe options.name.withCString { name in
      try unsafe "\(options.name).>".withCString { subject in
        var subjects: [UnsafePointer<CChar>?] = unsafe [subject]
        try unsafe subjects.withUnsafeMutableBufferPointer { subjects in
          unsafe settings.Name = unsafe name
          unsafe settings.Subjects = subjects.baseAddress
          unsafe settings.SubjectsLen = 1
          unsafe settings.Retention = js_WorkQueuePolicy
          unsafe settings.MaxAge = options.keep.nanoseconds
          unsafe settings.Replicas = Int64(options.replicas)
          var code = jsErrCode(0)
          let status = unsafe js_AddStream(nil, stream, &settings, nil, &code)
          // It exists with other settings, such as more replicas.
          if code != JSStreamNameExistErr { try Failure.check(status, code) }
        }
      }
    }
  }

  private func createStore() throws {
    if unsafe js_KeyValue(&store, stream, options.name) == NATS_OK { return }
    var settings = unsafe kvConfig()
    unsafe kvConfig_Init(&settings)
    try unsafe options.name.withCString { name in
      unsafe settings.Bucket = unsafe name
      // Each key is written once: a second entry would be a fault.
      unsafe settings.History = 2
      unsafe settings.TTL = options.keep.nanoseconds
      unsafe settings.Replicas = Int32(options.replicas)
      unsafe try Failure.check(js_CreateKeyValue(&store, stream, &settings))
    }
  }

  // MARK: - Keys

  func create(_ key: String, _ value: Data) throws -> Data {
    try checkSize(value)
    let status = unsafe value.withUnsafeBytes { bytes in
      unsafe kvStore_Create(nil, store, key, bytes.baseAddress, Int32(bytes.count))
    }
    if status == NATS_OK { return value }
    // It exists, or the acknowledgement was lost.
    guard let stored = try self.value(of: key) else { throw Failure(status: status, code: jsErrCode(0)) }
    return stored
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

  /// Calls `body` with all values, and with new ones, until the connection is closed.
  ///
  /// A server that restarts has forgotten the watch, so each connection gets a new one.
  func watch(_ prefix: String, _ body: (String, Data) -> Void) {
    while !isClosed.withLock({ $0 }) {
      let connections = connections
      var watcher: OpaquePointer?
      guard unsafe kvStore_Watch(&watcher, store, "\(prefix).>", nil) == NATS_OK else {
        Thread.sleep(forTimeInterval: 0.1)
        continue
      }
      defer { unsafe kvWatcher_Destroy(watcher) }
      while connections == self.connections {
        var entry: OpaquePointer?
        let status = unsafe kvWatcher_Next(&entry, watcher, 250)
        guard status == NATS_OK || status == NATS_TIMEOUT else { break }
        guard let entry = unsafe entry else { continue }
        unsafe body(String(cString: kvEntry_Key(entry)), data(of: entry))
        unsafe kvEntry_Destroy(entry)
      }
    }
  }

  /// How often this has connected again; -1 after it was closed.
  private var connections: Int {
    if isClosed.withLock({ $0 }) { return -1 }
    var statistics: OpaquePointer?
    unsafe natsStatistics_Create(&statistics)
    defer { unsafe natsStatistics_Destroy(statistics) }
    var count: UInt64 = 0
    unsafe natsConnection_GetStats(connection, statistics)
    unsafe natsStatistics_GetCounts(statistics, nil, nil, nil, nil, &count)
    return Int(count)
  }

  // MARK: - Messages

  func publish(_ name: String, _ payload: Data) throws {
    try checkSize(payload)
    var settings = unsafe jsPubOptions()
    unsafe jsPubOptions_Init(&settings)
    unsafe settings.ExpectNoMessage = true
    var code = jsErrCode(0)
    let status = unsafe payload.withUnsafeBytes { bytes in
      let (data, count) = (bytes.baseAddress, Int32(bytes.count))
      return unsafe js_Publish(nil, stream, subject(name), data, count, &settings, &code)
    }
    let failure = Failure(status: status, code: code)
    if status != NATS_OK, !failure.isExistingMessage { throw failure }
  }

  /// Deletes by number. A purge by subject also delays other messages, in nats-server 2.9.
  func remove(_ name: String) throws {
    var (message, code) = unsafe (OpaquePointer?.none, jsErrCode(0))
    let found = unsafe js_GetLastMsg(&message, stream, options.name, subject(name), nil, &code)
    if code == JSNoMessageFoundErr { return }
    try Failure.check(found, code)
    let number = unsafe natsMsg_GetSequence(message)
    unsafe natsMsg_Destroy(message)
    let status = unsafe js_DeleteMsg(stream, options.name, number, nil, &code)
    // An acknowledgement may have come first.
    if code != JSSequenceNotFoundErr, code != JSStreamMsgDeleteFailed { try Failure.check(status, code) }
  }

  private func subject(_ name: String) -> String { "\(options.name).\(name)" }

  /// The headers and the subject count, too.
  private func checkSize(_ data: Data) throws {
    let limit = unsafe Int(natsConnection_GetMaxPayload(connection)) - 256
    if data.count > limit { throw EngineError.overLimit(bytes: data.count, limit: limit) }
  }

  /// Waits up to a second for messages. Called on one thread only.
  func pull(_ count: Int) throws -> [Delivery] {
    if unsafe pulling == nil { try subscribe() }
    var (list, code) = unsafe (natsMsgList(), jsErrCode(0))
    let status = unsafe natsSubscription_Fetch(&list, pulling, Int32(count), 1_000, &code)
    if status == NATS_TIMEOUT { return [] }
    try Failure.check(status, code)
    defer { unsafe natsMsgList_Destroy(&list) }
    return unsafe (0..<Int(list.Count)).compactMap { index in
      guard let message = unsafe list.Msgs[index] else { return nil }
      unsafe list.Msgs[index] = nil
      return unsafe Message(message, of: self).delivery(prefix: options.name)
    }
  }

  private func subscribe() throws {
    var settings = unsafe jsSubOptions()
    unsafe jsSubOptions_Init(&settings)
    unsafe settings.Config.AckWait = options.silence.nanoseconds
    unsafe settings.Config.MaxAckPending = 4_096
    var code = jsErrCode(0)
    let status = unsafe js_PullSubscribe(&pulling, stream, "\(options.name).>", "workers", nil, &settings, &code)
    try Failure.check(status, code)
  }
}

/// A message that was delivered, until nothing refers to it.
@safe private final class Message: @unchecked Sendable {
  private let message: OpaquePointer
  private let connection: Connection

  init(_ message: OpaquePointer, of connection: Connection) {
    unsafe self.message = unsafe message
    self.connection = connection
  }

  deinit { unsafe natsMsg_Destroy(message) }

  func delivery(prefix: String) -> Delivery? {
    var details: UnsafeMutablePointer<jsMsgMetaData>?
    guard unsafe natsMsg_GetMetaData(&details, message) == NATS_OK, let details = unsafe details else {
      return nil
    }
    defer { unsafe jsMsgMetaData_Destroy(details) }
    return unsafe Delivery(
      name: String(String(cString: natsMsg_GetSubject(message)).dropFirst(prefix.count + 1)),
      payload: Data(bytes: natsMsg_GetData(message), count: Int(natsMsg_GetDataLength(message))),
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
