/// The place in the source where a chain was started: `#fileID` and line in one word.
@frozen @usableFromInline package struct Site: Sendable, BitwiseCopyable {
  @usableFromInline let bits: UInt

  @inlinable @inline(__always) init(bits: UInt) {
    self.bits = bits
  }

  /// Packs a place; lines from 65,536 on are taken for that one.
  @inlinable @inline(__always) package init(fileID: StaticString, line: UInt) {
    // SAFETY: `#fileID` is a pointer to a constant, which lives as long as the program.
    let start = unsafe UInt(bitPattern: fileID.utf8Start)
    self.bits = start | Swift.min(line, 0xFFFF) << Site.lineShift
  }

  /// No place.
  @inlinable @inline(__always) package static var unknown: Site { Site(bits: 0) }

  /// Whether it is ``unknown``.
  package var isUntold: Bool { bits == 0 }

  @inlinable @inline(__always) static var lineShift: UInt { 48 }

  /// The `#fileID` of the place.
  package var fileID: String {
    let start = bits & (1 << Site.lineShift - 1)
    guard let text = unsafe UnsafePointer<UInt8>(bitPattern: start) else { return "unknown" }
    return unsafe String(cString: text)
  }

  /// The line of the place.
  package var line: UInt { bits >> Site.lineShift }

  /// The file and the line, as text that can be printed.
  package var text: String { "\(fileID.escaped()):\(line)" }
}
