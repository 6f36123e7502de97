internal import PledgeCore
internal import PledgeSupport

extension Future {
  /// The way of this promise's error: where its chain was started, and the stages that the error
  /// passed; `nil` unless the promise is rejected (spec 18.5).
  ///
  ///     let user = load(1)
  ///     user.catch { error in note(user.trail?.description ?? "\(error)") }
  ///
  /// In a handler of errors, ask the promise that the handler was registered with, as above. The
  /// handler then keeps that promise until it is settled. Reading this property does not mark the
  /// rejection as handled. It can be read from any thread.
  public final var trail: RejectionTrail? {
    guard status == .rejected, case .rejected(let error, let trail) = statusSnapshot().state
    else { return nil }
    return RejectionTrail(
      UnhandledRejection.Report(error: error, site: site, label: label, trail: trail)
    )
  }
}

/// The way of an error: where its chain was started, and the stages that it passed.
public struct RejectionTrail: Sendable, CustomStringConvertible {
  private let report: UnhandledRejection.Report

  init(_ report: UnhandledRejection.Report) {
    self.report = report
  }

  /// The error.
  public var error: any Error { report.error }
  /// The location where the chain was started.
  public var place: PromiseEvent.Place { PromiseEvent.Place(report.site) }
  /// The label of the promise; `nil` if it has none (spec 18.4).
  public var label: String? { report.label }

  /// The last stages that the error has passed, such as `Promise → map → timeout`.
  ///
  /// Contains at most seven stages, after an ellipsis if there were more. The stages in
  /// parentheses, as in `flatMap(Promise → map from App/Store.swift:83)`, are those of the promise
  /// that the handler returned, with the place of its chain. Empty if none is known, as after a
  /// discard.
  public var stages: String { report.trail.text }

  /// The location, the label, the stages, and the error, on one line.
  ///
  /// Unprintable characters are escaped. Of the error, the first thousand characters are shown, and
  /// of the label, the first two hundred.
  public var description: String { "\(report.chain): \(report.error.shortDescription)" }

  /// The same as ``description``, with a line for each stage.
  ///
  /// ```text
  /// the page is gone
  ///   in a chain from App/Loader.swift:42 [page 7]
  ///   Promise
  ///   flatMap, of a promise in a chain from App/Store.swift:83
  ///     Promise
  ///     validate
  ///   map
  /// ```
  public var lines: String {
    let place = "  in a chain from \(report.site.text(labeled: label))"
    let stages = report.trail.lines.map { "  \($0)" }
    return ([report.error.shortDescription, place] + stages).joined(separator: "\n")
  }
}
