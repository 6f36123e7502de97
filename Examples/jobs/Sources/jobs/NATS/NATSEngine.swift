#if NATS
import CNATS
import Foundation
import Pledge

/// Keeps jobs on a NATS server with JetStream, or on a cluster.
///
/// libnats permits its calls on any thread, except for those that wait for messages.
@safe final class NATSEngine: Engine, @unchecked Sendable {
  let options: NATSOptions
  private let (calls, pulls) = (PromiseQueue(limit: 32), PromiseQueue(limit: 1))
  private var connection, context, store, pulling: OpaquePointer?

  var silence: Duration { options.silence }

  /// Connects to a server, and creates the stream and the store that jobs need.
  static func connect(_ options: NATSOptions) -> Promise<NATSEngine> {
    Promise(value: ()).map(on: OwnThread()) { try NATSEngine(options) }
  }

  private init(_ options: NATSOptions) throws {
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

  private func connect() throws {
    var settings: OpaquePointer?
    unsafe try Failure.check(natsOptions_Create(&settings))
    defer { unsafe natsOptions_Destroy(settings) }
    var addresses = unsafe options.url.split(separator: ",").map { unsafe strdup(String($0)) }
    var servers = unsafe addresses.map { unsafe UnsafePointer($0) }
    defer { while let last = unsafe addresses.popLast() { unsafe free(last) } }
    unsafe try Failure.check(natsOptions_SetServers(settings, &servers, Int32(servers.count)))
    // The connection returns when the server does, however long that takes.
    unsafe natsOptions_SetMaxReconnect(settings, -1)
    unsafe natsOptions_SetReconnectWait(settings, 250)
    unsafe natsOptions_SetPingInterval(settings, 2_000)
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

  /// Makes a call on a thread of its own, and repeats it while the server is away.
  private func call<Value: Sendable>(
    _ name: String,
    in queue: PromiseQueue? = nil,
    _ body: @escaping @Sendable () throws -> Value
  ) -> Promise<Value> {
    let (queue, options) = (queue ?? calls, options)
    let end = ContinuousClock.now + options.patience
    let backoff = Backoff.exponential(.milliseconds(20)).capped(at: .seconds(1)).jittered()
    let isPassing = { @Sendable (error: any Error) in
      (error as? Failure)?.isPassing == true && .now < end
    }
    return retry(max: .max, backoff: backoff, while: isPassing) {
      // A call that is discarded keeps its place, because its thread goes on.
      queue.add { Promise(value: ()).map(on: OwnThread(), body) }.shared()
    }
    .mapError { error in
      let last = (error as? RetryError)?.last ?? error
      return (last as? Failure)?.error(calling: name, options: options) ?? last
    }
  }

  private func subject(_ name: String) -> String { "\(options.name).\(name)" }

  // MARK: - Keys

  func create(_ key: String, _ value: Data) -> Promise<Data> {
    call("create \(key)") { [self] in
      let status = unsafe value.withUnsafeBytes { bytes in
        unsafe kvStore_Create(nil, store, key, bytes.baseAddress, Int32(bytes.count))
      }
      if status == NATS_OK { return value }
      // It exists, or the acknowledgement was lost; a replica may not have it yet.
      if let stored = try stored(key) { return stored }
      throw Failure(status: status == NATS_ERR ? NATS_TIMEOUT : status)
    }
  }

  func value(of key: String) -> Promise<Data?> {
    call("get \(key)") { [self] in try stored(key) }
  }

  private func stored(_ key: String) throws -> Data? {
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

  func watchAnswers(_ body: @escaping @Sendable (String, Data) -> Void) {
    Thread.detachNewThread { [weak self] in
      var (watcher, watched) = unsafe (OpaquePointer?.none, UInt64.max)
      while let engine = self { unsafe engine.watch(&watcher, &watched, body) }
      unsafe kvWatcher_Destroy(watcher)
    }
  }

  /// Passes on one answer, or waits for a while.
  ///
  /// A server that restarts has forgotten the watch, so each connection gets a new one.
  private func watch(
    _ watcher: inout OpaquePointer?,
    _ watched: inout UInt64,
    _ body: @escaping @Sendable (String, Data) -> Void
  ) {
    if watched != reconnects {
      unsafe kvWatcher_Destroy(watcher)
      unsafe watcher = nil
      let count = reconnects
      let status = unsafe kvStore_Watch(&watcher, store, "answer.>", nil)
      if status != NATS_OK { return Thread.sleep(forTimeInterval: 0.1) }
      watched = count
    }
    var entry: OpaquePointer?
    let status = unsafe kvWatcher_Next(&entry, watcher, 250)
    if status != NATS_OK, status != NATS_TIMEOUT { watched = .max }
    guard let entry = unsafe entry else { return }
    defer { unsafe kvEntry_Destroy(entry) }
    let name = unsafe String(String(cString: kvEntry_Key(entry)).dropFirst("answer.".count))
    let data = unsafe data(of: entry)
    // On another thread, because consumers may block.
    DispatchQueue.global().async { body(name, data) }
  }

  private var reconnects: UInt64 {
    var (statistics, count) = unsafe (OpaquePointer?.none, UInt64(0))
    unsafe natsStatistics_Create(&statistics)
    defer { unsafe natsStatistics_Destroy(statistics) }
    unsafe natsConnection_GetStats(connection, statistics)
    unsafe natsStatistics_GetCounts(statistics, nil, nil, nil, nil, &count)
    return count
  }

  // MARK: - Messages

  func publish(_ name: String, _ message: Data) -> Promise<Void> {
    call("publish \(name)") { [self] in
      var (pubOptions, code) = unsafe (jsPubOptions(), jsErrCode(0))
      unsafe jsPubOptions_Init(&pubOptions)
      unsafe pubOptions.ExpectNoMessage = true
      let status = unsafe message.withUnsafeBytes { bytes in
        let (data, count) = (bytes.baseAddress, Int32(bytes.count))
        return unsafe js_Publish(nil, context, subject(name), data, count, &pubOptions, &code)
      }
      if code != JSStreamWrongLastSequenceErr { try Failure.check(status, code) }
    }
  }

  /// Deletes a message by its number, since nats-server 2.9 delays others after a purge by subject.
  func remove(_ name: String) -> Promise<Void> {
    call("remove \(name)") { [self] in
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
  }

  /// Waits up to a second for messages.
  func pull(_ count: Int) -> Promise<[Delivery]> {
    call("fetch", in: pulls) { [self] in
      var (list, status, code) = unsafe (natsMsgList(), NATS_OK, jsErrCode(0))
      if unsafe pulling == nil {
        var settings = unsafe jsSubOptions()
        unsafe jsSubOptions_Init(&settings)
        unsafe settings.Config.AckWait = options.silence.nanoseconds
        unsafe settings.Config.MaxAckPending = 4_096
        let (all, name) = (subject(">"), "workers")
        status = unsafe js_PullSubscribe(&pulling, context, all, name, nil, &settings, &code)
        try Failure.check(status, code)
      }
      status = unsafe natsSubscription_Fetch(&list, pulling, Int32(count), 1_000, &code)
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
}

/// A message that was delivered, until nothing refers to it.
@safe private final class Message: @unchecked Sendable {
  private let message: OpaquePointer
  private let engine: NATSEngine

  init(_ message: OpaquePointer, of engine: NATSEngine) {
    unsafe (self.message, self.engine) = unsafe (message, engine)
  }

  deinit {
    // Has no effect on a message that was acknowledged or handed back.
    unsafe natsMsg_Nak(message, nil)
    unsafe natsMsg_Destroy(message)
  }

  func delivery() -> Delivery? {
    var details: UnsafeMutablePointer<jsMsgMetaData>?
    let status = unsafe natsMsg_GetMetaData(&details, message)
    guard status == NATS_OK, let details = unsafe details else { return nil }
    defer { unsafe jsMsgMetaData_Destroy(details) }
    let subject = unsafe String(cString: natsMsg_GetSubject(message))
    return unsafe Delivery(
      name: String(subject.dropFirst(engine.options.name.count + 1)),
      message: Data(bytes: natsMsg_GetData(message), count: Int(natsMsg_GetDataLength(message))),
      number: Int(details.pointee.NumDelivered),
      // After a lost acknowledgement, the next delivery finds the answer.
      acknowledge: { [self] in unsafe natsMsg_Ack(message, nil) },
      handBack: { [self] in unsafe natsMsg_NakWithDelay(message, $0.nanoseconds / 1_000_000, nil) },
      report: { [self] in unsafe natsMsg_InProgress(message, nil) }
    )
  }
}

/// A thread for each call, which may block, unlike those of Swift and Dispatch.
private struct OwnThread: ExecutionContext {
  func run(_ work: @escaping @Sendable () -> Void) { Thread.detachNewThread(work) }
}

extension Duration {
  fileprivate var nanoseconds: Int64 { Int64(self / .nanoseconds(1)) }
}
#endif
