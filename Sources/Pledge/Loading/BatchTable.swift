public import PledgeSupport

/// The requests for the next batch, and the waiters of the batches that were sent; not thread-safe.
///
/// Removed keys and timers are returned, so that they are released outside the lock.
@frozen @usableFromInline
struct BatchTable<
  Key: Hashable & Sendable,
  Batch: AnyObject & Sendable
> {
  /// A batch to send.
  @frozen @usableFromInline struct Shipment: Sendable {
    @usableFromInline let batch: Batch
    @usableFromInline let timer: Promise<Void>?
    @usableFromInline let requests: [Key: Request]

    @inlinable init(batch: Batch, timer: Promise<Void>?, requests: [Key: Request]) {
      (self.batch, self.timer, self.requests) = (batch, timer, requests)
    }

    /// The keys, in the order in which they were first requested.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of keys.
    @inlinable var keys: [Key] { requests.sorted { $0.value.number < $1.value.number }.map(\.key) }
  }

  /// The requests for one key.
  @frozen @usableFromInline struct Request: Sendable {
    @usableFromInline let number: Int
    @usableFromInline var waiters = 0

    @inlinable init(number: Int) {
      self.number = number
    }
  }

  @frozen @usableFromInline struct Answer {
    @usableFromInline let batch: Batch
    /// Whether the batch was started by this request, so that its timer must be started.
    @usableFromInline let isNew: Bool
    /// The batch, if this request has filled it.
    @usableFromInline let shipment: Shipment?

    @inlinable init(batch: Batch, isNew: Bool, shipment: Shipment?) {
      (self.batch, self.isNew, self.shipment) = (batch, isNew, shipment)
    }
  }

  /// The result of a waiter's detaching.
  @frozen @usableFromInline struct Detachment {
    /// Whether the batch has no more waiters, so that it must be discarded.
    @usableFromInline var isLast: Bool
    @usableFromInline var timer: Promise<Void>?
    @usableFromInline var key: Key?

    @inlinable init(isLast: Bool = false, key: Key? = nil) {
      (self.isLast, self.key) = (isLast, key)
    }
  }

  @usableFromInline let maxBatchSize: Int
  @usableFromInline var batch: Batch?
  @usableFromInline var requests: [Key: Request] = [:]
  @usableFromInline var timer: Promise<Void>?
  @usableFromInline var requestCount = 0
  /// The number of waiters of each batch that was sent and has not ended.
  @usableFromInline var waiters: [ObjectIdentifier: Int] = [:]

  @inlinable init(maxBatchSize: Int) {
    self.maxBatchSize = maxBatchSize
  }

  /// The number of keys in the next batch, and of batches that were sent and have not ended.
  var counts: (keys: Int, sent: Int) { (requests.count, waiters.count) }

  /// Adds a waiter to the next batch; `nil` if there is none.
  @inlinable mutating func ask(for key: Key) -> Answer? {
    batch.map { add(key, to: $0, isNew: false) }
  }

  /// Adds a waiter to the next batch, which is `newBatch` if there is none.
  @inlinable mutating func ask(for key: Key, orStart newBatch: Batch) -> Answer {
    if let answer = ask(for: key) { return answer }
    batch = newBatch
    return add(key, to: newBatch, isNew: true)
  }

  @inlinable mutating func add(_ key: Key, to batch: Batch, isNew: Bool) -> Answer {
    requestCount += 1
    // Read and written back: in-place access through the subscript with a default value allocates.
    var request = requests[key] ?? Request(number: requestCount)
    request.waiters += 1
    requests[key] = request
    return Answer(
      batch: batch,
      isNew: isNew,
      shipment: requests.count >= maxBatchSize ? send() : nil
    )
  }

  /// Stores the timer of a batch.
  ///
  /// - Returns: Whether the batch still waits for it; if not, the timer must be discarded.
  @inlinable mutating func keep(_ timer: Promise<Void>, of batch: Batch) -> Bool {
    guard self.batch === batch else { return false }
    self.timer = timer
    return true
  }

  /// Returns the next batch to send it; `nil` if there is none, or if it is not `expected`.
  @inlinable mutating func send(_ expected: Batch? = nil) -> Shipment? {
    guard let batch, expected == nil || expected === batch else { return nil }
    waiters[ObjectIdentifier(batch)] = requests.values.reduce(0) { $0 + $1.waiters }
    defer { reset() }
    return Shipment(batch: batch, timer: timer, requests: requests)
  }

  /// Removes a waiter, and its key if the batch has not been sent and the key has no other waiter.
  @inlinable mutating func detach(from batch: Batch, _ key: Key) -> Detachment {
    guard self.batch === batch else { return Detachment(isLast: detach(fromSent: batch)) }
    guard let index = requests.index(forKey: key) else { return Detachment() }
    requests.values[index].waiters -= 1
    guard requests.values[index].waiters == 0 else { return Detachment() }
    var detachment = Detachment(key: requests.remove(at: index).key)
    requests.shrinkIfSparse()
    guard requests.isEmpty else { return detachment }
    detachment.timer = timer
    detachment.isLast = true
    reset()
    return detachment
  }

  @inlinable mutating func detach(fromSent batch: Batch) -> Bool {
    guard let count = waiters[ObjectIdentifier(batch)] else { return false }
    if count == 1 { end(batch) } else { waiters[ObjectIdentifier(batch)] = count - 1 }
    return count == 1
  }

  /// Ends a batch that was sent.
  @inlinable mutating func end(_ batch: Batch) {
    waiters[ObjectIdentifier(batch)] = nil
    waiters.shrinkIfSparse()
  }

  @inlinable mutating func reset() {
    (batch, requests, timer) = (nil, [:], nil)
  }
}
