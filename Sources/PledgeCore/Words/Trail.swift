internal import CPledge

/// The last stages that an error has passed through, in one word: reports can name them without any
/// recording.
///
///     [ gone | site | … | previous stage | last stage ]    seven bits for a stage, at most seven
///
/// Stages that forward the error of another promise, which their handler returned or which they
/// combine, are marked: the stages before a marked one belong to that promise. The site is that at
/// which the chain of the first such promise was started, by its number. It is marked as gone if
/// the stage that forwarded the error of that promise is further back than the first one in the
/// word.
@frozen @usableFromInline package struct Trail: Sendable {
  @usableFromInline let bits: UInt

  @inlinable @inline(__always) init(bits: UInt) {
    self.bits = bits
  }

  /// The empty trail: no stages are known.
  @inlinable @inline(__always) package static var unknown: Trail { Trail(bits: 0) }

  /// Creates the trail of an error that originates in `operatorID`.
  @inlinable @inline(__always) package init(from operatorID: OperatorID) {
    bits = operatorID.isInternal ? 0 : operatorID.number
  }

  /// The offset of the trail in the payload, after the error of one word.
  @inlinable @inline(__always) static var offset: Int { MemoryLayout<UInt>.size }
  private static var width: UInt { 7 }
  private static var adopted: UInt { 1 << 6 }
  private static var capacity: UInt { 7 }
  private static var siteShift: UInt { width * capacity }
  private static var stageMask: UInt { 1 << siteShift - 1 }

  private static var gone: UInt { 1 << 63 }
  private static var siteMask: UInt { 0x3FFF }
  /// The number of the site.
  private var site: UInt { bits >> Trail.siteShift & Trail.siteMask }

  /// Returns this trail extended by a stage, unless that is internal.
  func passing(_ operatorID: OperatorID) -> Trail {
    if operatorID.isInternal { return self }
    let stages = (bits << Trail.width | operatorID.number) & Trail.stageMask
    // The mark of the stage that is dropped, if it has one, becomes that of the site.
    let first = Trail.adopted << (Trail.width * (Trail.capacity - 1))
    let mark = (bits & first) << (63 - (Trail.siteShift - 1))
    return Trail(bits: bits & ~Trail.stageMask | mark | stages)
  }

  /// Returns this trail, of a promise whose chain was started at `origin`, extended by a stage that
  /// forwards its error.
  func adopted(by operatorID: OperatorID, from origin: Site) -> Trail {
    let extended = operatorID.isInternal ? bits : passing(operatorID).bits | Trail.adopted
    if site != 0 { return Trail(bits: extended) }
    return Trail(bits: extended | pledge_number_of_site(origin.bits) << Trail.siteShift)
  }

  /// Where the chain was started in which the error arose, if that is another chain.
  package var origin: Site? {
    let found = Site(bits: pledge_site_of_number(site))
    return found.isUnknown ? nil : found
  }

  /// The ``origin``, or that the table of sites was full (spec 8.1.8); empty if there is none.
  private func place(_ preposition: String) -> String {
    if site == UInt(PLEDGE_UNKEPT_SITE) { return preposition + "a place that was not kept" }
    return origin.map { preposition + $0.text } ?? ""
  }

  /// The stages, such as `Promise → map → flatMap(Promise → map) → timeout`, with an ellipsis for
  /// unknown ones; empty if no stages are known.
  package var text: String {
    var origin = place(" from ")
    var text = ""
    if bits & Trail.gone != 0 { swap(&text, &origin) }
    if !text.isEmpty { text = "…\(text)" }
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
    return text
  }

  /// The same as ``text``, with a line for each stage; those of another promise are indented.
  package var lines: [String] {
    var origin = place(" in a chain from ")
    var lines: [String] = []
    if bits & Trail.gone != 0, !origin.isEmpty {
      lines = ["…\(origin)"]
      origin = ""
    }
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
    return lines
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
