internal import CPledge

/// Conversions between the concurrency runtime's references and numbers, which C code can hold.
package enum RuntimeReference {
  /// Returns the address of a job, which the caller must run or enqueue once.
  @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
  package static func address(of job: consuming ExecutorJob) -> UInt {
    // SAFETY: an unowned job is a pointer.
    unsafe unsafeBitCast(UnownedJob(job), to: UInt.self)
  }

  /// Returns the two words by which the runtime refers to an executor, which must outlive its uses.
  @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
  package static func words(of executor: some SerialExecutor) -> (identity: UInt, table: UInt) {
    // SAFETY: the reference consists of the object and its table of witnesses.
    unsafe unsafeBitCast(executor.asUnownedSerialExecutor(), to: (identity: UInt, table: UInt).self)
  }

  /// Returns the job at an address.
  ///
  /// - Parameter address: The result of ``address(of:)``, or of a hook, for a job that has not run.
  /// - Returns: The job.
  @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
  package static func job(at address: UInt) -> ExecutorJob {
    // SAFETY: the caller has taken over the job at this address.
    ExecutorJob(unsafe unsafeBitCast(address, to: UnownedJob.self))
  }

  /// Returns the name of the type of the object at an address, which must be alive.
  package static func typeName(ofObjectAt address: UInt) -> String {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return "" }
    // SAFETY: the caller has a job of the object, an actor, which keeps it alive.
    let object = unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
    return "\(type(of: object))"
  }

  /// Keeps the object at an address alive, which must be alive now, until the result is released.
  package static func object(at address: UInt) -> AnyObject? {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
    // SAFETY: the caller has a job of the object, a task, which keeps it alive.
    return unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Calls `body` with the address and the number of the bytes of a text in UTF-8.
  package static func withBytes(of text: String, _ body: (UInt, Int) -> Void) {
    var text = text
    // SAFETY: the bytes are read before the call returns.
    text.withUTF8 { body(UInt(bitPattern: $0.baseAddress), $0.count) }
  }

  /// Returns numbers that `fill` stores at the address that it gets; its result is their count.
  package static func words(upTo limit: Int, _ fill: (UInt) -> Int) -> [UInt] {
    // SAFETY: `fill` stores at most `limit` numbers, and returns how many.
    unsafe Array(unsafeUninitializedCapacity: limit) { buffer, count in
      count = fill(UInt(bitPattern: buffer.baseAddress))
    }
  }

  /// Returns the text at an address, which C code keeps during the call; `nil` for zero.
  package static func text(at address: UInt) -> String? {
    guard let text = unsafe UnsafePointer<CChar>(bitPattern: address) else { return nil }
    // SAFETY: the caller passes text that ends with a zero.
    return unsafe String(cString: text)
  }

  /// Returns the text at an address, which was allocated by C code, and frees it.
  package static func takeText(at address: UInt) -> String? {
    guard let text = unsafe UnsafeMutablePointer<CChar>(bitPattern: address) else { return nil }
    // SAFETY: the caller passes text that ends with a zero, and does not use it afterwards.
    defer { unsafe pledge_deallocate(text) }
    return unsafe String(cString: text)
  }
}
