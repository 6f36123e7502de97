/// The last stages that an error has passed, in one word, so that a report can name them although
/// nobody recorded anything.
///
///     [ … | stage before | last stage ]    a byte each; a ninth falls off at the top
///
/// A stage that passes on what the promise brings which its handler returned, is marked: what came
/// before it happened in there.
@frozen @usableFromInline package struct Trail: Sendable {
  @usableFromInline let bits: UInt

  @inlinable @inline(__always) init(bits: UInt) {
    self.bits = bits
  }

  /// Nothing is known.
  @inlinable @inline(__always) package static var unknown: Trail { Trail(bits: 0) }

  /// An error that starts here.
  @inlinable @inline(__always) package init(from operatorID: OperatorID) {
    bits = UInt(operatorID.rawValue)
  }

  /// Where a trail lies in the payload: behind the error, which is one word.
  @inlinable @inline(__always) static var offset: Int { MemoryLayout<UInt>.size }
  private static var adopted: UInt { 0x80 }
  private static var capacity: Int { 8 }

  /// The same trail, and one stage more.
  @usableFromInline func passing(_ operatorID: OperatorID) -> Trail {
    Trail(bits: bits << 8 | UInt(operatorID.rawValue))
  }

  /// The same trail, which lies within the promise that the handler of this stage returned.
  func passing(adopted operatorID: OperatorID) -> Trail {
    Trail(bits: passing(operatorID).bits | Trail.adopted)
  }

  /// The stages, such as `Promise → map → flatMap(Promise → map) → timeout`, with an ellipsis for
  /// what is not known; empty if nothing is.
  package var text: String {
    var text = ""
    for index in (0..<Trail.capacity).reversed() {
      let byte = bits >> (8 * UInt(index)) & 0xFF
      guard let operatorID = OperatorID(rawValue: UInt8(byte & ~Trail.adopted)) else { continue }
      let isAdopted = byte & Trail.adopted != 0
      if isAdopted {
        let inner = "\(operatorID.name)(\(text.isEmpty ? "…" : text))"
        text = operatorID.startsChain ? inner : "… → \(inner)"
      } else if text.isEmpty, operatorID.startsChain {
        text = operatorID.name
      } else {
        text = "\(text.isEmpty ? "…" : text) → \(operatorID.name)"
      }
    }
    return text
  }
}

extension Node {
  /// The stages that the error of this node has passed, if it is rejected.
  @usableFromInline final var trail: Trail {
    state.loadRelaxed() & State.rejected != 0 ? trailToPublish : .unknown
  }

  /// The stages that the error in the payload has passed.
  final var trailToPublish: Trail {
    Trail(bits: unsafe payloadStart.load(fromByteOffset: Trail.offset, as: UInt.self))
  }
}
