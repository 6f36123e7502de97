public import CPledge

/// What every promise and every registered handler is: one node, which is settled once.
///
/// A derived promise is itself the entry in its source's list of consumers. The list owns its
/// entries; nothing owns upwards. The fields and who may touch them:
///
/// | field | pending | claimed | settled |
/// |---|---|---|---|
/// | `state` | any thread | any thread | any thread |
/// | `upstream` | any thread may read; who re-points it holds the source's stripe | the claimer | nobody |
/// | `next` | the list's owner: who pushes, then who holds the stripe | same; out of its list, who discards | who delivers: the next entry; in its queue of sources, the consumers |
/// | `aux` | counts of consumers, under the own stripe; of a consumer without any, what it works for | same | who delivers: a link in its queue of sources; deferred: consumers that come first |
/// | `site` | read only | read only | read only |
/// | `entryPoint` | read only | the claimer | read only |
/// | `payload` | read only: the handler | the claimer | read only: the outcome |
///
/// Who settles a node under a pin writes its payload like a claimer. Of an error, the second word is the
/// ``Trail``. Who asks a step what made its node (`identify`) reads only the step, of a node that is
/// settled, or pinned meanwhile.
open class Node: @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline final var words: pledge_words
  @exclusivity(unchecked) @usableFromInline final var entryPoint: EntryPoint
  @exclusivity(unchecked) @usableFromInline final var payload: (UInt, UInt) = (0, 0)

  /// Creates a promise; nobody else sees it yet.
  ///
  /// - Parameters:
  ///   - state: Its first state.
  ///   - upstream: What it waits for.
  ///   - site: Where its chain was started.
  ///   - verb: What makes it, for who watches; of a derived one, the step knows.
  ///   - step: Its typed part.
  @inlinable @inline(__always)
  package init(
    state: StateWord,
    upstream: UpstreamWord,
    site: Site,
    operatorID: OperatorID,
    entryPoint: @escaping EntryPoint
  ) {
    unsafe words = pledge_words(state: state.bits, upstream: upstream.bits, next: 0, aux: 0, site: site.bits)
    unsafe self.entryPoint = entryPoint
    // Here rather than where promises are made: after an initialiser it costs a retain and a release.
    if InstrumentationFlags.current.includeAny(of: [.creations, .events]) {
      Instrumentation.wasCreated(self, operatorID)
    }
  }

  /// Creates a node that is no promise, so nobody is told of it; see ``Instrumentation``.
  @inlinable @inline(__always)
  init(unwatched state: StateWord, upstream: UpstreamWord, site: Site, entryPoint: @escaping EntryPoint) {
    unsafe words = pledge_words(state: state.bits, upstream: upstream.bits, next: 0, aux: 0, site: site.bits)
    unsafe self.entryPoint = entryPoint
  }

  deinit {
    let state = state.loadAcquiring()
    if state.hasValue {
      _ = unsafe entryPoint(self, .dropValue)
    } else if state.isSettled {
      endRejected(state)
    } else {
      endPending(state)
    }
  }

  /// A step for nodes whose payload needs no care.
  @inlinable static var inert: EntryPoint {
    { _, _ in .nothing }
  }
}

// MARK: - Where the fields are

extension Node {
  /// The header of an object: its type and its reference counts.
  @inlinable @inline(__always) static var headerSize: Int { 2 * MemoryLayout<UInt>.size }

  // Raw addresses keep accesses free of exclusivity checks, which cost a third of the
  // instructions, and clean under the thread sanitizer, which takes them for races.
  @inlinable @inline(__always) final var raw: UnsafeMutablePointer<pledge_words> {
    unsafe (Unmanaged.passUnretained(self).toOpaque() + Node.headerSize)
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

  @inlinable @inline(__always) final var aux: UInt {
    get { unsafe raw.pointee.aux }
    set { unsafe raw.pointee.aux = newValue }
  }

  /// Where the chain was started that this node belongs to.
  @inlinable @inline(__always) package final var site: Site {
    unsafe Site(bits: raw.pointee.site)
  }
}

// MARK: - References as words

extension Node {
  /// The address of this node, as the words hold it.
  @inlinable @inline(__always) final var address: UInt {
    unsafe UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
  }

  /// The node at an address that is not zero; tags are ignored.
  @inlinable @inline(__always) static func unmanaged(_ word: UInt) -> Unmanaged<Node> {
    // SAFETY: whoever put the address into the word keeps the node alive while it is there.
    unsafe Unmanaged.fromOpaque(
      UnsafeRawPointer(bitPattern: StateWord.address(in: word)).unsafelyUnwrapped
    )
  }

  /// A reference of its own to the node at `word`.
  @inline(__always) static func at(_ word: UInt) -> Node {
    unsafe unmanaged(word).takeUnretainedValue()
  }

  /// The reference that `word` owned.
  @inlinable @inline(__always) static func taking(_ word: UInt) -> Node {
    unsafe unmanaged(word).takeRetainedValue()
  }

  /// The address of `node`, with a reference that whoever holds the word owns.
  @inlinable @inline(__always) static func retaining(_ node: consuming Node) -> UInt {
    unsafe UInt(bitPattern: Unmanaged.passRetained(node).toOpaque())
  }

  /// Gives up a reference that a word owned.
  @inlinable @inline(__always) static func releasing(_ node: Node) {
    unsafe Unmanaged.passUnretained(node).release()
  }

  /// Releases a list of nodes linked by `next`, outside of any lock.
  static func releaseList(_ first: UInt) {
    var rest = first
    while rest != 0 {
      let node = taking(rest)
      rest = node.next
    }
  }

  /// Whether the node at `word`, of which no reference is in a variable, has one owner.
  @inline(__always) static func isUnique(_ word: UInt) -> Bool {
    // SAFETY: the bits of the word are those of a reference that somebody else owns.
    var reference = StateWord.address(in: word)
    unsafe pledge_will_count(UnsafeRawPointer(bitPattern: reference))
    return unsafe withUnsafeMutablePointer(to: &reference) { pointer in
      unsafe pointer.withMemoryRebound(to: Node.self, capacity: 1) { node in
        unsafe isKnownUniquelyReferenced(&node.pointee)
      }
    }
  }
}
