internal import PledgeSupport

/// The source location at which a chain was started: `#fileID` and line in one word.
///
///     [ address of the text 48 | line 16 ]
///
/// The upper 16 bits of a pointer are dropped: on systems with 64-bit addresses, programs are
/// loaded below 2^48, so these bits are either zero or a tag (HWASan, MTE, or the top byte that
/// Android uses). The text is read without its tag. This is allowed where the processor ignores
/// tags, and also where it checks them (MTE), because compilers leave constants untagged there.
@frozen @usableFromInline package struct Site: Sendable, BitwiseCopyable {
  @usableFromInline package let bits: UInt

  @inlinable @inline(__always) init(bits: UInt) {
    self.bits = bits
  }

  /// Packs a source location; lines above 65,535 are stored as 65,535.
  @inlinable @inline(__always) package init(_ fileID: StaticString, _ line: UInt) {
    // SAFETY: `#fileID` points to a constant that lives as long as the program.
    self.init(address: unsafe UInt(bitPattern: fileID.utf8Start), line: line)
  }

  /// Packs the address of a file ID and a line.
  @inlinable @inline(__always) package init(address: UInt, line: UInt) {
    bits = address << Site.lineWidth | Swift.min(line, Site.lineMask)
  }

  /// The unknown location.
  @inlinable @inline(__always) package static var unknown: Site { Site(bits: 0) }

  /// Whether the location is ``unknown``.
  @inlinable package var isUnknown: Bool { bits == 0 }

  @inlinable @inline(__always) static var lineWidth: UInt { 16 }
  @inlinable @inline(__always) static var lineMask: UInt { 0xFFFF }

  /// The `#fileID` of the location.
  package var fileID: String {
    let start = bits >> Site.lineWidth
    guard let text = unsafe UnsafePointer<UInt8>(bitPattern: start) else { return "unknown" }
    return unsafe String(cString: text)
  }

  /// The line of the location.
  package var line: UInt { bits & Site.lineMask }

  /// The file and the line as printable text.
  package var text: String { "\(fileID.escaped()):\(line)" }

  /// Returns the file, the line, and a label in brackets, as printable text.
  package func text(labeled label: String?) -> String {
    text + label.inBrackets
  }
}
