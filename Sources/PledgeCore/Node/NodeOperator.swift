/// The operator of a node.
extension Node {
  /// Whether Pledge has made this promise for another one, so that no description names it; the
  /// promise is settled, or the caller has pinned it.
  final var isInternal: Bool { site.isInternal(by: operatorID) }

  /// The operator that created this promise; `nil` if it is settled, or about to be.
  package final var knownOperator: OperatorID? {
    guard pin() else { return nil }
    defer { unpin() }
    return operatorID
  }

  /// The operator that created this node; the node is settled, or the caller has pinned it.
  final var operatorID: OperatorID {
    unsafe entryPoint(self, .identify).operatorID ?? .promise
  }
}
