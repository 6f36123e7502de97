public import CPledge
public import PledgeSupport

/// A node that is settled once: the representation of a promise or of a registered handler.
///
/// A derived promise is itself the entry in its source's list of consumers. The list owns its
/// entries; a node never owns its source. The fields, and the threads that may access them:
///
/// | field | pending | claimed | settled |
/// |---|---|---|---|
/// | `state` | any thread | any thread | any thread |
/// | `upstream` | any thread may read; only the holder of the source's stripe may change it, and that of a root under a pin | the claimer | no thread |
/// | `next` | the pushing thread, then the holder of the stripe | same; once out of the list, the discarding thread | the delivering thread: the next entry; in its queue of sources, the consumers |
/// | `aux` | counts of detached and live consumers, marks, and the lent priority, under the node's own stripe; in a consumer with an owner, the owner's address | same | the delivering thread: a link in its queue of sources; deferred: the consumers to serve first |
/// | `site` | read only | read only | read only |
/// | `entryPoint` | read only | the claimer | read only |
/// | `payload` | read only: the handler; of a root, accessed under a pin | the claimer | read only: the outcome |
///
/// A thread that settles a node under a pin writes the payload like a claimer. After an error, the
/// second word of the payload is the ``Trail``. ``NodeOperation/identify`` reads only `entryPoint`;
/// the node is settled, or the caller has pinned it.
open class Node: @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline final var words: pledge_words
  @exclusivity(unchecked) @usableFromInline final var entryPoint: EntryPoint
  @exclusivity(unchecked) @usableFromInline final var payload: (UInt, UInt) = (0, 0)

  /// Creates a promise that is not shared with other threads yet.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - upstream: The source and the flags.
  ///   - site: The source location at which the chain was started.
  ///   - operatorID: The operator that creates the promise, for instrumentation.
  ///   - entryPoint: The typed part of the node.
  @inlinable @inline(__always)
  package init(
    state: StateWord,
    upstream: UpstreamWord,
    site: Site,
    operatorID: OperatorID,
    entryPoint: @escaping EntryPoint
  ) {
    unsafe words = Node.words(state, upstream, site)
    unsafe self.entryPoint = entryPoint
    // Not in the callers: after the initializer, it would cost a retain and a release.
    reportCreation(by: operatorID)
  }

  /// Creates a node that is not a promise, and so is not reported; see ``Instrumentation``.
  @inlinable @inline(__always)
  init(
    uninstrumented state: StateWord,
    upstream: UpstreamWord,
    site: Site,
    entryPoint: @escaping EntryPoint
  ) {
    unsafe words = Node.words(state, upstream, site)
    unsafe self.entryPoint = entryPoint
  }

  @inlinable @inline(__always)
  static func words(_ state: StateWord, _ upstream: UpstreamWord, _ site: Site) -> pledge_words {
    pledge_words(state: state.bits, upstream: upstream.bits, next: 0, aux: 0, site: site.bits)
  }

  deinit {
    let state = state.loadAcquiring()
    if state.hasPlainValue {
      _ = unsafe entryPoint(self, .dropValue)
    } else if state.isSettled {
      endSettled(state)
    } else {
      endPending(state)
    }
    if InstrumentationFlags.current.includeAny(of: .manyIdentities) { forgetIdentity() }
  }

  /// The entry point of nodes whose payload is trivial or empty.
  @inlinable static var inert: EntryPoint {
    { _, _ in .nothing }
  }
}

// MARK: - Access to the fields

extension Node {
  // Accesses through raw addresses need no exclusivity checks, which cost a third of the
  // instructions, and the thread sanitizer does not mistake them for races.
  @inlinable @inline(__always) final var raw: UnsafeMutablePointer<pledge_words> {
    unsafe (Unmanaged.passUnretained(self).toOpaque() + ObjectLayout.headerSize)
      .assumingMemoryBound(to: pledge_words.self)
  }

  @inlinable @inline(__always) final var state: AtomicWord<StateWord> {
    unsafe AtomicWord(UnsafeMutableRawPointer(raw).assumingMemoryBound(to: UInt.self))
  }

  @inlinable @inline(__always) final var upstream: AtomicWord<UpstreamWord> {
    unsafe AtomicWord(UnsafeMutableRawPointer(raw).assumingMemoryBound(to: UInt.self) + 1)
  }

  /// The next older entry in the list of a source.
  @inlinable @inline(__always) final var next: UInt {
    get { unsafe raw.pointee.next }
    set { unsafe raw.pointee.next = newValue }
  }

  // Relaxed: a thread that links nodes looks for a lent priority without the stripe.
  @inline(__always) final var aux: UInt {
    get { auxWord.loadRelaxed() }
    set { auxWord.storeRelaxed(newValue) }
  }

  @inline(__always) final var auxWord: AtomicWord<UInt> {
    unsafe AtomicWord(UnsafeMutableRawPointer(raw).assumingMemoryBound(to: UInt.self) + 3)
  }

  /// The source location at which the chain of this node was started.
  @inlinable @inline(__always) package final var site: Site {
    unsafe Site(bits: raw.pointee.site)
  }
}

// MARK: - References as words

extension Node {
  /// The address of this node, as stored in words.
  @inlinable @inline(__always) final var address: UInt {
    unsafe UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
  }

  /// The node at an address that is not zero; tags are ignored.
  @inlinable @inline(__always) static func unmanaged(_ word: UInt) -> Unmanaged<Node> {
    // SAFETY: the code that stores an address in a word keeps the node alive while it is stored.
    unsafe Unmanaged.fromOpaque(
      UnsafeRawPointer(bitPattern: StateWord.address(in: word)).unsafelyUnwrapped
    )
  }

  /// Returns a new strong reference to the node at `word`.
  @inline(__always) static func at(_ word: UInt) -> Node {
    unsafe unmanaged(word).takeUnretainedValue()
  }

  /// Returns the reference that `word` owned; the word no longer owns it.
  @inlinable @inline(__always) static func taking(_ word: UInt) -> Node {
    unsafe unmanaged(word).takeRetainedValue()
  }

  /// Returns the address of `node` as a word that owns a reference.
  @inlinable @inline(__always) static func retaining(_ node: consuming Node) -> UInt {
    unsafe UInt(bitPattern: Unmanaged.passRetained(node).toOpaque())
  }

  /// Releases a reference that a word owned.
  @inlinable @inline(__always) static func releasing(_ node: Node) {
    unsafe Unmanaged.passUnretained(node).release()
  }

  /// Releases a list of nodes linked by `next`; called outside of any lock.
  static func releaseList(_ first: UInt) {
    var rest = first
    while rest != 0 {
      let node = taking(rest)
      rest = node.next
    }
  }

  /// Returns whether the node at `word` has a single owner; no variable of the caller may refer to
  /// it.
  @inline(__always) static func isUnique(_ word: UInt) -> Bool {
    // SAFETY: the bits of the word are those of a reference that is owned elsewhere.
    var reference = StateWord.address(in: word)
    unsafe pledge_will_count(UnsafeRawPointer(bitPattern: reference))
    let isUnique = unsafe withUnsafeMutablePointer(to: &reference) { pointer in
      unsafe pointer.withMemoryRebound(to: Node.self, capacity: 1) { node in
        unsafe isKnownUniquelyReferenced(&node.pointee)
      }
    }
    // The runtime reads the count without acquiring, and a release is only a releasing decrement.
    // The fence pairs with the latter: what other threads did to the node before they released it,
    // such as sharing it, is visible to a caller that finds it unique.
    if isUnique { pledge_acquire_fence() }
    return isUnique
  }
}
