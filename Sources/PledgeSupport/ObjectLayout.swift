/// The layout of Swift objects in memory.
@usableFromInline package enum ObjectLayout {
  /// The size of an object's header: its type and its reference counts.
  @inlinable @inline(__always) package static var headerSize: Int { 2 * MemoryLayout<UInt>.size }
}
