/// The two words behind a node's step: its handler or discard block while it is pending, its value
/// or error once it is settled. What does not fit is boxed.
///
/// Only the claimer writes; only a thread that saw `settled` reads an outcome.
extension Node {
  @inlinable @inline(__always) final var payloadStart: UnsafeMutableRawPointer {
    let offset = Node.headerSize + 7 * MemoryLayout<UInt>.size
    return unsafe Unmanaged.passUnretained(self).toOpaque() + offset
  }

  @inlinable @inline(__always) static func fitsPayload<Content>(_: Content.Type) -> Bool {
    MemoryLayout<Content>.size <= 2 * MemoryLayout<UInt>.size
      && MemoryLayout<Content>.alignment <= MemoryLayout<UInt>.alignment
  }

  /// Where a content of this type lies, which must be what was put.
  @inlinable @inline(__always)
  final func payload<Content>(as _: Content.Type) -> UnsafeMutablePointer<Content> {
    if Node.fitsPayload(Content.self) {
      return unsafe payloadStart.assumingMemoryBound(to: Content.self)
    }
    return unsafe payloadStart.assumingMemoryBound(to: UnsafeMutablePointer<Content>.self).pointee
  }

  /// Puts `content` into the empty payload.
  @inlinable @inline(__always) final func put<Content>(_ content: consuming Content) {
    if Node.fitsPayload(Content.self) {
      unsafe payloadStart.initializeMemory(as: Content.self, to: content)
    } else {
      let box = UnsafeMutablePointer<Content>.allocate(capacity: 1)
      unsafe box.initialize(to: content)
      unsafe payloadStart.initializeMemory(as: UnsafeMutablePointer<Content>.self, to: box)
    }
  }

  /// Puts `error`, and behind it the stages that it has passed.
  ///
  /// Never `put` one: a generic would open the existential and store what is inside.
  @inlinable @inline(__always) final func putError(_ error: any Error, _ trail: Trail) {
    unsafe payloadStart.initializeMemory(as: (any Error).self, to: error)
    unsafe payloadStart.storeBytes(of: trail.bits, toByteOffset: Trail.offset, as: UInt.self)
  }

  /// Takes the content out; the payload is empty afterwards.
  @inlinable @inline(__always) final func take<Content>(_: Content.Type) -> Content {
    let place = unsafe payload(as: Content.self)
    let content = unsafe place.move()
    if !Node.fitsPayload(Content.self) { unsafe place.deallocate() }
    return content
  }

  /// Releases the content; the payload is empty afterwards.
  @inlinable @inline(__always) final func drop<Content>(_: Content.Type) {
    let place = unsafe payload(as: Content.self)
    unsafe place.deinitialize(count: 1)
    if !Node.fitsPayload(Content.self) { unsafe place.deallocate() }
  }

  /// The error of a node that is rejected.
  @inlinable @inline(__always) package final var error: any Error {
    unsafe payloadStart.assumingMemoryBound(to: (any Error).self).pointee
  }
}

/// A closure in the payload: wrapped, it is stored as it is, where a bare one would be thunked.
@frozen @usableFromInline package struct Block: Sendable {
  @usableFromInline let run: @Sendable () -> Void

  @inlinable package init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}
