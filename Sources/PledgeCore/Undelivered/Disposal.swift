internal import PledgeSupport

/// What has to be done with a value that no consumer receives.
///
/// All nodes that hold the value, or one made of it, share the disposal; the last of them that is
/// released disposes of the value, unless a consumer has received it.
@usableFromInline package final class Disposal: @unchecked Sendable {
  private let isDecided = Once()
  private let dispose: @Sendable () -> Void
  /// The disposals of the same value that were declared further up, or of the values in this one.
  @exclusivity(unchecked) private var parts: [Disposal]

  init(of parts: [Disposal], dispose: @escaping @Sendable () -> Void = {}) {
    self.dispose = dispose
    unsafe self.parts = parts
  }

  deinit {
    if isDecided() { Cleanup { [dispose] _ in dispose() }.resume() }
    // Taken, so that a long sequence is not released recursively.
    var rest: [Disposal]? = unsafe parts
    unsafe parts = []
    Nesting.cleanups.release(&rest)
  }

  /// Records that a consumer receives the value.
  ///
  /// Callable from any thread that holds a reference.
  func receive() {
    var rest = [self]
    while let disposal = rest.popLast() {
      // The parts of one that was received before have been received, too.
      if disposal.isDecided() { unsafe rest += disposal.parts }
    }
  }
}

/// A closure that disposes of the values of a node.
class DisposalRule: @unchecked Sendable {
  /// Returns the disposal of the value in the payload of `node`.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - earlier: The disposal of the same value by other rules.
  /// - Returns: The disposal of both.
  func disposal(ofValueIn node: Node, after earlier: Disposal?) -> Disposal {
    preconditionFailure("a rule without a type")
  }
}

/// A closure that disposes of values of a known type.
final class ValueRule<Value: Sendable>: DisposalRule, @unchecked Sendable {
  private let body: @Sendable (Value) -> Void

  init(_ body: @escaping @Sendable (Value) -> Void) {
    self.body = body
  }

  override func disposal(ofValueIn node: Node, after earlier: Disposal?) -> Disposal {
    disposal(of: unsafe node.payload(as: Value.self).pointee, after: earlier)
  }

  func disposal(of value: Value, after earlier: Disposal?) -> Disposal {
    Disposal(of: earlier.map { [$0] } ?? []) { [body] in body(value) }
  }
}
