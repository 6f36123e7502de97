internal import CPledge

/// The last stages that an error has passed through, in one word: reports can name them without any
/// recording.
///
///     [ site: 15 bits | … | previous stage | last stage ]    seven bits each, at most seven
///
/// Stages that forward the error of another promise, which their handler returned or which they
/// combine, are marked: the stages before a marked one belong to that promise. The site is that at
/// which the chain of the first such promise was started, by its number.
@frozen @usableFromInline package struct Trail: Sendable {
  @usableFromInline let bits: UInt

  @inlinable @inline(__always) init(bits: UInt) {
    self.bits = bits
  }

  /// The empty trail: no stages are known.
  @inlinable @inline(__always) package static var unknown: Trail { Trail(bits: 0) }

  /// Creates the trail of an error that originates in `operatorID`.
  @inlinable @inline(__always) package init(from operatorID: OperatorID) {
    bits = operatorID.number
  }

  /// The offset of the trail in the payload, after the error of one word.
  @inlinable @inline(__always) static var offset: Int { MemoryLayout<UInt>.size }
  private static var width: UInt { 7 }
  private static var adopted: UInt { 1 << 6 }
  private static var capacity: UInt { 7 }
  private static var siteShift: UInt { width * capacity }
  private static var stageMask: UInt { 1 << siteShift - 1 }

  /// Returns this trail extended by a stage.
  @usableFromInline func passing(_ operatorID: OperatorID) -> Trail {
    let stages = (bits << Trail.width | operatorID.number) & Trail.stageMask
    return Trail(bits: bits & ~Trail.stageMask | stages)
  }

  /// Returns this trail, which is that of `promise`, extended by a stage that forwards its error.
  func passing(adopted operatorID: OperatorID, of promise: Node) -> Trail {
    // The error is a new one; the stages of the attempts are internal.
    if operatorID == .retry { return Trail(from: .retry) }
    // The promise is the end of the cleanup, which forwards the error of the source.
    if operatorID == .ensureThen {
      return bits == operatorID.number ? self : passing(operatorID)
    }
    let extended = passing(operatorID).bits | Trail.adopted
    if bits >> Trail.siteShift != 0 { return Trail(bits: extended) }
    return Trail(bits: extended | pledge_number_of_site(promise.site.bits) << Trail.siteShift)
  }

  /// Where the chain was started in which the error arose, if that is another chain.
  package var origin: Site? {
    let site = Site(bits: pledge_site_of_number(bits >> Trail.siteShift))
    return site.isUnknown ? nil : site
  }

  /// The stages, such as `Promise → map → flatMap(Promise → map) → timeout`, with an ellipsis for
  /// unknown ones; empty if no stages are known.
  package var text: String {
    var text = ""
    var origin = origin.map { " from \($0.text)" } ?? ""
    for (operatorID, isAdopted) in stages {
      let startsChain = operatorID.startsChain
      if isAdopted {
        let inner = "\(operatorID.name)(\(text.isEmpty ? "…" : text)\(origin))"
        text = startsChain ? inner : "… → \(inner)"
        origin = ""
      } else if text.isEmpty, startsChain {
        text = operatorID.name
      } else {
        text = "\(text.isEmpty ? "…" : text) → \(operatorID.name)"
      }
    }
    // The stage that forwarded the error is further back than the first one that is known.
    return origin.isEmpty ? text : "…\(origin)\(text.dropFirst())"
  }

  /// The same as ``text``, with a line for each stage; those of another promise are indented.
  package var lines: [String] {
    var lines: [String] = []
    var origin = origin.map { " in a chain from \($0.text)" } ?? ""
    for (operatorID, isAdopted) in stages {
      let isStart = lines.isEmpty && operatorID.startsChain
      if isAdopted {
        let before = operatorID.startsChain ? [] : ["…"]
        let inner = (lines.isEmpty ? ["…"] : lines).map { "  \($0)" }
        lines = before + ["\(operatorID.name), of a promise\(origin)"] + inner
        origin = ""
      } else {
        lines = (lines.isEmpty && !isStart ? ["…"] : lines) + [operatorID.name]
      }
    }
    return origin.isEmpty ? lines : ["…\(origin)"] + lines.dropFirst()
  }

  /// The stages, from the first to the last, and whether each forwards the error of another
  /// promise.
  private var stages: [(OperatorID, isAdopted: Bool)] {
    (0..<Trail.capacity).reversed().compactMap { index in
      let stage = bits >> (Trail.width * index) & (1 << Trail.width - 1)
      return OperatorID(number: stage & ~Trail.adopted).map { ($0, stage & Trail.adopted != 0) }
    }
  }
}

extension Node {
  /// The stages that the error of this node has passed through; empty unless the node is rejected.
  @usableFromInline final var trail: Trail {
    state.loadRelaxed().isRejected ? trailToPublish : .unknown
  }

  /// Same as ``trail``, for the modules above, where promises have a public property of that name.
  package final var errorTrail: Trail { trail }

  /// The stages that the error in the payload has passed through.
  final var trailToPublish: Trail {
    Trail(bits: unsafe payloadStart.load(fromByteOffset: Trail.offset, as: UInt.self))
  }
}
