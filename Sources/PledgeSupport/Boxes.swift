public import CPledge

/// Memory for a single value.
extension UnsafeMutablePointer {
  /// Allocates memory for a value; unlike `allocate(capacity:)`, without requesting an alignment.
  @inlinable @inline(__always) package static func allocateBox() -> UnsafeMutablePointer {
    if MemoryLayout<Pointee>.alignment > PLEDGE_ALIGNMENT { return allocate(capacity: 1) }
    return unsafe pledge_allocate(UInt(MemoryLayout<Pointee>.stride)).unsafelyUnwrapped
      .bindMemory(to: Pointee.self, capacity: 1)
  }

  /// Frees memory from ``allocateBox()``, which must hold no value.
  @inlinable @inline(__always) package func deallocateBox() {
    if MemoryLayout<Pointee>.alignment > PLEDGE_ALIGNMENT {
      unsafe deallocate()
    } else {
      unsafe pledge_deallocate(self)
    }
  }
}
