/// An error that indicates that a producer was released without settling its promise (spec 7.1).
public struct BrokenPromiseError: Error, CustomStringConvertible {
  let brokenPromise: BrokenPromise

  init(_ brokenPromise: BrokenPromise) {
    self.brokenPromise = brokenPromise
  }

  /// The `#fileID` of the location where the promise was created.
  public var fileID: String { brokenPromise.site.fileID }

  /// The line of the location where the promise was created.
  public var line: UInt { brokenPromise.site.line }

  /// The label of the promise; `nil` if it had none, or if no observer was installed (spec 18.4).
  public var label: String? { brokenPromise.identity?.label }

  /// A description of the error, with the location and the label of the promise.
  public var description: String {
    """
    broken promise: the producer of the promise created at \(brokenPromise.site.text(labeled: label)) \
    was released before settling it
    """
  }
}
