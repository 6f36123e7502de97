/// The layout of Swift objects in memory.
@usableFromInline package enum ObjectLayout {
  /// The size of an object's header: its type and its reference counts.
  @inlinable @inline(__always) package static var headerSize: Int { 2 * MemoryLayout<UInt>.size }

  /// Returns the address of the first stored property of `object`, a word.
  @inlinable @inline(__always)
  package static func firstWord(of object: AnyObject) -> UnsafeMutablePointer<UInt> {
    // SAFETY: the first stored property of a class without a superclass follows the header.
    unsafe (Unmanaged.passUnretained(object).toOpaque() + headerSize)
      .assumingMemoryBound(to: UInt.self)
  }
}
