public import CPledge

/// An operator: a function that derives promises, combines them, or starts work.
@usableFromInline package protocol Operator {
  /// The identifier of the operator; every operator declares its own.
  static var operatorID: OperatorID { get }
}

/// The identifier of an operator, in one word.
///
///     [ free 4 | address of the name 48 | traits 4 | number 8 ]
///
/// A node identifies its operator through its entry point. Internal promises, such as that of a
/// timer, and those of functions without an identifier of their own are identified as `promise`.
@frozen @usableFromInline package struct OperatorID: Sendable, BitwiseCopyable {
  /// Properties of an operator that diagnostics depend on.
  @frozen @usableFromInline package struct Traits: OptionSet, Sendable {
    @usableFromInline package let rawValue: UInt

    @inlinable @inline(__always) package init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Its promises have no source.
    @inlinable @inline(__always) package static var startsChain: Traits { Traits(rawValue: 1) }
    /// Its promises may settle even if some of their dependencies never do.
    @inlinable @inline(__always) package static var mayEndOtherwise: Traits { Traits(rawValue: 2) }
    /// Its promises are not reported to the creation listener: they are intermediate, or last as
    /// long as the object that they observe.
    @inlinable @inline(__always) package static var isInternal: Traits { Traits(rawValue: 4) }
    /// Its promises are fulfilled by a clock.
    @inlinable @inline(__always) package static var isTimer: Traits { Traits(rawValue: 8) }
  }

  @usableFromInline let bits: UInt

  @inlinable @inline(__always) init(bits: UInt) {
    self.bits = bits
  }

  /// Declares an operator.
  ///
  /// - Parameters:
  ///   - number: A number from 1 to 127 that no other operator has; it identifies the operator in a
  ///     ``Trail``.
  ///   - name: The name in user code, at most 15 bytes: events copy it without allocating.
  ///   - traits: The properties of the operator.
  @inlinable @inline(__always)
  package init(_ number: UInt, _ name: StaticString, _ traits: Traits = []) {
    // SAFETY: a literal lives as long as the program. Like a ``Site``, its address has 48 bits.
    let address = unsafe UInt(bitPattern: name.utf8Start) & OperatorID.addressMask
    bits = address << OperatorID.addressShift | traits.rawValue << 8 | number
  }

  /// The operator of promises that no other operator creates.
  @inlinable @inline(__always) package static var promise: OperatorID {
    OperatorID(1, "Promise", .startsChain)
  }

  @inlinable @inline(__always) static var addressMask: UInt { 0xFFFF_FFFF_FFFF }
  @inlinable @inline(__always) static var addressShift: UInt { 12 }

  /// The number that identifies the operator.
  @inlinable @inline(__always) var number: UInt { bits & 0x7F }

  /// The properties of the operator.
  var traits: Traits { Traits(rawValue: bits >> 8 & 0xF) }

  /// The name of the operator in user code.
  package var name: String {
    let address = bits >> OperatorID.addressShift & OperatorID.addressMask
    guard let text = unsafe UnsafePointer<UInt8>(bitPattern: address) else { return "" }
    return unsafe String(cString: text)
  }
}

extension OperatorID: Equatable {
  /// Compares the numbers, because the addresses of equal names may differ.
  @usableFromInline package static func == (a: OperatorID, b: OperatorID) -> Bool {
    a.number == b.number
  }
}

extension OperatorID {
  /// Records the operator, so that it can be looked up by its number.
  @inlinable @inline(__always) func record() { pledge_record_operator(number, bits) }

  /// Returns the recorded operator with `number`, if there is one.
  static func recorded(_ number: UInt) -> OperatorID? {
    let bits = pledge_recorded_operator(number)
    return bits != 0 ? OperatorID(bits: bits) : nil
  }
}

extension Node {
  /// The operator that created this node; the node is settled, or the caller has pinned it.
  final var operatorID: OperatorID {
    unsafe entryPoint(self, .identify).operatorID ?? .promise
  }
}
