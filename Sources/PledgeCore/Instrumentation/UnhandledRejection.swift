internal import PledgeSupport

/// Reporting of unhandled rejections and broken promises.
package enum UnhandledRejection {
  /// A report of an unhandled rejection or a broken promise.
  package struct Report: Sendable {
    package let error: any Error
    /// The source location at which the chain was started.
    package let site: Site
    /// The label of the promise.
    package let label: String?
    /// The stages that the error has passed through.
    package let trail: Trail

    package init(error: any Error, site: Site, label: String?, trail: Trail) {
      self.error = error
      self.site = site
      self.label = label
      self.trail = trail
    }
  }

  package typealias Handler = @Sendable (Report) -> Void

  fileprivate static let installed = Locked(InstalledHandler(handler: { $0.print() }))

  /// Replaces the handler of reports.
  ///
  /// - Returns: The previous handler.
  @discardableResult
  package static func exchange(_ new: @escaping Handler) -> Handler {
    installed.withLock { installed in
      defer { installed.handler = new }
      return installed.handler
    }
  }

  /// Reports the error of a node in its deinit, unless the error is a cancellation.
  static func report(_ error: any Error, of node: Node) {
    if error.representsCancellation { return }
    let identity = node.identity
    Report(error: error, site: node.site, label: identity?.label, trail: node.trail)
      .send(about: identity)
  }
}

extension UnhandledRejection.Report {
  /// Passes the report to observers and to the handler.
  ///
  /// - Parameter promise: The promise; `nil` if events are not observed.
  func send(about promise: Instrumentation.Identity?) {
    if let promise { Instrumentation.wasUnhandled(promise.number, self) }
    UnhandledRejection.installed.withLock { $0.handler }(self)
  }

  /// The source location, the label, and the stages, escaped and shortened, on one line.
  package var chain: String {
    site.text(labeled: label) + (trail.text.isEmpty ? "" : " \(trail.text)")
  }

  /// The chain and the error, escaped and shortened, on one line.
  package var line: String {
    if error is BrokenPromiseError {
      return "\(chain): broken promise: its producer was released before settling it"
    }
    return "\(chain): unhandled rejection: \(error.shortDescription)"
  }

  /// Prints the line to standard error.
  package func print() {
    System.printLine("pledge: \(line)")
  }
}

/// A struct rather than a bare closure; see ``Locked``.
private struct InstalledHandler {
  var handler: UnhandledRejection.Handler
}

/// The last stages that an error has passed through, in one word: reports can name them without any
/// recording.
///
///     [ … | previous stage | last stage ]    one byte each, at most eight
///
/// Stages that forward the result of a promise returned by their handler are marked: the stages
/// before a marked one belong to the returned promise.
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
  private static var adopted: UInt { 0x80 }
  private static var capacity: Int { 8 }

  /// Returns this trail extended by a stage.
  @usableFromInline func passing(_ operatorID: OperatorID) -> Trail {
    Trail(bits: bits << 8 | operatorID.number)
  }

  /// Returns this trail extended by a stage whose handler returned the promise with this trail.
  func passing(adopted operatorID: OperatorID) -> Trail {
    Trail(bits: passing(operatorID).bits | Trail.adopted)
  }

  /// The stages, such as `Promise → map → flatMap(Promise → map) → timeout`, with an ellipsis for
  /// unknown ones; empty if no stages are known.
  package var text: String {
    var text = ""
    for (operatorID, isAdopted) in stages {
      let startsChain = operatorID.startsChain
      if isAdopted {
        let inner = "\(operatorID.name)(\(text.isEmpty ? "…" : text))"
        text = startsChain ? inner : "… → \(inner)"
      } else if text.isEmpty, startsChain {
        text = operatorID.name
      } else {
        text = "\(text.isEmpty ? "…" : text) → \(operatorID.name)"
      }
    }
    return text
  }

  /// The same as ``text``, with a line for each stage; those of a returned promise are indented.
  package var lines: [String] {
    var lines: [String] = []
    for (operatorID, isAdopted) in stages {
      let isStart = lines.isEmpty && operatorID.startsChain
      if isAdopted {
        let before = operatorID.startsChain ? [] : ["…"]
        let inner = (lines.isEmpty ? ["…"] : lines).map { "  \($0)" }
        lines = before + ["\(operatorID.name), whose closure returned"] + inner
      } else {
        lines = (lines.isEmpty && !isStart ? ["…"] : lines) + [operatorID.name]
      }
    }
    return lines
  }

  /// The stages, from the first to the last, and whether each forwards the error of a promise that
  /// its closure returned.
  private var stages: [(OperatorID, isAdopted: Bool)] {
    (0..<Trail.capacity).reversed().compactMap { index in
      let byte = bits >> (8 * UInt(index)) & 0xFF
      return OperatorID(number: byte & ~Trail.adopted).map { ($0, byte & Trail.adopted != 0) }
    }
  }
}

extension Node {
  /// The stages that the error of this node has passed through; empty unless the node is rejected.
  @usableFromInline final var trail: Trail {
    state.loadRelaxed().isRejected ? trailToPublish : .unknown
  }

  /// The stages that the error in the payload has passed through.
  final var trailToPublish: Trail {
    Trail(bits: unsafe payloadStart.load(fromByteOffset: Trail.offset, as: UInt.self))
  }
}
