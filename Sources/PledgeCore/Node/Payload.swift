public import PledgeSupport

/// The two words after a node's entry point: the handler or discard block of a pending node, and
/// the value or error of a settled one. Contents that do not fit are boxed.
///
/// Only the claimer writes the payload, or a thread that has pinned a root (`Occupancy.swift`);
/// only a thread that has seen the node settled reads an outcome.
extension Node {
  @inlinable @inline(__always) final var payloadStart: UnsafeMutableRawPointer {
    let offset = ObjectLayout.headerSize + 7 * MemoryLayout<UInt>.size
    return unsafe Unmanaged.passUnretained(self).toOpaque() + offset
  }

  @inlinable @inline(__always) static func fitsPayload<Content>(_: Content.Type) -> Bool {
    MemoryLayout<Content>.size <= 2 * MemoryLayout<UInt>.size
      && MemoryLayout<Content>.alignment <= MemoryLayout<UInt>.alignment
  }

  /// Returns the address of the content; it must have been stored with this type.
  @inlinable @inline(__always)
  final func payload<Content>(as _: Content.Type) -> UnsafeMutablePointer<Content> {
    if Node.fitsPayload(Content.self) {
      return unsafe payloadStart.assumingMemoryBound(to: Content.self)
    }
    return unsafe payloadStart.assumingMemoryBound(to: UnsafeMutablePointer<Content>.self).pointee
  }

  /// Stores `content` in the empty payload.
  @inlinable @inline(__always) final func put<Content>(_ content: consuming Content) {
    if Node.fitsPayload(Content.self) {
      unsafe payloadStart.initializeMemory(as: Content.self, to: content)
    } else {
      let box = unsafe UnsafeMutablePointer<Content>.allocateBox()
      unsafe box.initialize(to: content)
      unsafe payloadStart.initializeMemory(as: UnsafeMutablePointer<Content>.self, to: box)
    }
  }

  /// Stores `error`, followed by the stages that it has passed through.
  ///
  /// Errors must not be stored with `put`: a generic function would open the existential and store
  /// its content.
  @inlinable @inline(__always) final func putError(_ error: any Error, _ trail: Trail) {
    unsafe payloadStart.initializeMemory(as: (any Error).self, to: error)
    unsafe payloadStart.storeBytes(of: trail.bits, toByteOffset: Trail.offset, as: UInt.self)
  }

  /// Removes the content and returns it.
  @inlinable @inline(__always) final func take<Content>(_: Content.Type) -> Content {
    let place = unsafe payload(as: Content.self)
    let content = unsafe place.move()
    if !Node.fitsPayload(Content.self) { unsafe place.deallocateBox() }
    return content
  }

  /// Removes the content and releases it.
  @inlinable @inline(__always) final func drop<Content>(_: Content.Type) {
    let place = unsafe payload(as: Content.self)
    unsafe place.deinitialize(count: 1)
    if !Node.fitsPayload(Content.self) { unsafe place.deallocateBox() }
  }

  /// The error of a rejected node.
  @inlinable @inline(__always) package final var knownError: any Error {
    unsafe payloadStart.assumingMemoryBound(to: (any Error).self).pointee
  }
}
