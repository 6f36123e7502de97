/// The source of a node and the flags of the node, in one word.
///
///     [ source | forwarding 8 | dependent 4 | shared 2 | 0           ]
///     [ 0      | lazy 8       | dependent 4 | shared 2 | 0           ]
///     [ 0      | registered 8 | dependent 4 | shared 2 | occupied 1  ]
///     [ 0      | 0            | dependent 4 | shared 2 | occupied 1  ]
///
/// A root is *occupied* while its payload holds its registrations or, unless it is also
/// *registered*, a discard block.
///
/// The source is not owned. It is alive while the node is in the source's list and neither claimed
/// nor settled; a thread that detaches a claimed node accesses the source under its stripe.
@frozen @usableFromInline package struct UpstreamWord: NodeWord, Equatable {
  @usableFromInline package var bits: UInt

  @inlinable @inline(__always) package init(bits: UInt) {
    self.bits = bits
  }

  @inlinable @inline(__always) static var occupiedBit: UInt { 1 }
  @inlinable @inline(__always) static var sharedBit: UInt { 2 }
  @inlinable @inline(__always) static var dependentBit: UInt { 4 }
  /// Forwarding (with a source); lazy, or registered if occupied (without one).
  @inlinable @inline(__always) static var fourthBit: UInt { 8 }
  @inlinable @inline(__always) static var tagBits: UInt { 15 }

  @inlinable @inline(__always) func has(_ mask: UInt) -> Bool { bits & mask != 0 }
}

// MARK: - Initial words and flags

extension UpstreamWord {
  /// No source, and no work to stop.
  @inlinable @inline(__always) package static var root: UpstreamWord { UpstreamWord(bits: 0) }
  /// A discard block in the payload.
  @inlinable @inline(__always) package static var stoppable: UpstreamWord {
    UpstreamWord(bits: occupiedBit)
  }
  /// Registrations in the payload; also to be inserted or removed.
  @inlinable @inline(__always) static var registered: UpstreamWord {
    UpstreamWord(bits: occupiedBit | fourthBit)
  }
  /// Discarded when the last consumer detaches.
  @inlinable @inline(__always) package static var dependent: UpstreamWord {
    UpstreamWord(bits: dependentBit)
  }
  /// Never discarded for lack of consumers; to be inserted.
  @inlinable @inline(__always) static var shared: UpstreamWord { UpstreamWord(bits: sharedBit) }
  /// Work that starts with the first consumer.
  @inlinable @inline(__always) static var lazy: UpstreamWord {
    UpstreamWord(bits: dependentBit | fourthBit)
  }
  /// All bits of the source, to be removed.
  @inlinable @inline(__always) static var anySource: UpstreamWord { UpstreamWord(bits: ~tagBits) }

  /// A stage of the source at an address.
  @inlinable @inline(__always) static func stage(of source: UInt) -> UpstreamWord {
    UpstreamWord(bits: source | dependentBit)
  }

  /// A consumer that is not a promise, of the source at an address.
  @inlinable @inline(__always) static func observer(of source: UInt) -> UpstreamWord {
    UpstreamWord(bits: source)
  }
}

// MARK: - Queries

extension UpstreamWord {
  /// The address of the node whose outcome this one waits for; zero if there is none.
  @inlinable @inline(__always) var source: UInt { bits & ~UpstreamWord.tagBits }

  @inlinable @inline(__always) var hasSource: Bool { has(~UpstreamWord.tagBits) }

  /// Whether the payload holds a discard block.
  @inlinable @inline(__always) var isStoppable: Bool {
    bits & UpstreamWord.registered.bits == UpstreamWord.occupiedBit
  }

  /// Whether the payload holds registrations.
  @inlinable @inline(__always) var isRegistered: Bool {
    bits & UpstreamWord.registered.bits == UpstreamWord.registered.bits
  }

  /// Whether the node is never discarded for lack of consumers.
  @inlinable @inline(__always) var isShared: Bool { has(UpstreamWord.sharedBit) }

  /// Whether the node is marked as dependent: discarded when its last consumer detaches.
  @inlinable @inline(__always) var isDependent: Bool { has(UpstreamWord.dependentBit) }

  /// Whether the node is discarded when its last consumer detaches, unless it is shared: it is
  /// dependent, or has a discard block.
  @inlinable @inline(__always) var endsWithConsumers: Bool {
    isDependent || isStoppable
  }

  /// Whether the node waits for a promise that its handler returned, only to pass the outcome on;
  /// without a source, whether it is lazy or registered.
  @inlinable @inline(__always) var isForwarding: Bool { has(UpstreamWord.fourthBit) }

  /// Whether the node is lazy: it has no source, and its work starts with the first consumer.
  @inlinable @inline(__always) var isLazy: Bool {
    bits & (~UpstreamWord.tagBits | UpstreamWord.registered.bits) == UpstreamWord.fourthBit
  }

  /// Whether nothing has to be released or detached before the node is settled.
  @inlinable @inline(__always) var isBareRoot: Bool { !has(~UpstreamWord.sharedBit) }

  /// Whether the payload of a pending root is empty.
  ///
  /// Also true of a stage whose handler waits for its job, in the payload.
  @inlinable @inline(__always) var mayBeVacant: Bool {
    !has(~(UpstreamWord.sharedBit | UpstreamWord.dependentBit))
  }
}

// MARK: - Transitions

extension UpstreamWord {
  /// The same node with another source.
  @inlinable @inline(__always) func withSource(_ source: UInt) -> UpstreamWord {
    UpstreamWord(bits: source | bits & UpstreamWord.tagBits)
  }

  /// A stage that waits for the promise that its handler returned.
  @inlinable @inline(__always) func forwarding(to source: UInt) -> UpstreamWord {
    UpstreamWord(
      bits: source | bits & UpstreamWord.tagBits | UpstreamWord.dependentBit
        | UpstreamWord.fourthBit
    )
  }
}
