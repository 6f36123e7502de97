/// The place in the source where a chain was started: `#fileID` and line in one word.
///
///     [ address of the text 48 | line 16 ]
///
/// The upper 16 bits of a pointer are dropped: on systems with 64-bit addresses, programs are loaded below
/// 2^48, so these bits are either zero or a tag (HWASan, MTE, or the top byte that Android uses). The text
/// is read without its tag. That is allowed where the processor ignores tags, and where it checks them
/// (MTE), since compilers leave constants untagged there.
@frozen @usableFromInline package struct Site: Sendable, BitwiseCopyable {
  @usableFromInline let bits: UInt

  @inlinable @inline(__always) init(bits: UInt) {
    self.bits = bits
  }

  /// Packs a place; lines from 65,535 on are taken for that one.
  @inlinable @inline(__always) package init(fileID: StaticString, line: UInt) {
    // SAFETY: `#fileID` is a pointer to a constant, which lives as long as the program.
    self.init(address: unsafe UInt(bitPattern: fileID.utf8Start), line: line)
  }

  /// Packs the address of a text and a line.
  @inlinable @inline(__always) package init(address: UInt, line: UInt) {
    bits = address << Site.lineWidth | Swift.min(line, Site.lineMask)
  }

  /// No place.
  @inlinable @inline(__always) package static var unknown: Site { Site(bits: 0) }

  /// Whether it is ``unknown``.
  package var isUntold: Bool { bits == 0 }

  @inlinable @inline(__always) static var lineWidth: UInt { 16 }
  @inlinable @inline(__always) static var lineMask: UInt { 0xFFFF }

  /// The `#fileID` of the place.
  package var fileID: String {
    let start = bits >> Site.lineWidth
    guard let text = unsafe UnsafePointer<UInt8>(bitPattern: start) else { return "unknown" }
    return unsafe String(cString: text)
  }

  /// The line of the place.
  package var line: UInt { bits & Site.lineMask }

  /// The file and the line, as text that can be printed.
  package var text: String { "\(fileID.escaped()):\(line)" }
}
