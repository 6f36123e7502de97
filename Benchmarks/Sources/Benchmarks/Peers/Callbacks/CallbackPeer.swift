/// Completion handlers: no handle on the value, no error, no second thread, nothing kept in order.
///
/// They are never inlined, as functions of other modules are not.
enum CallbackPeer {
  @inline(never)
  static func add(_ increment: Int, to value: Int, completion: @escaping (Int) -> Void) {
    completion(value + increment)
  }

  /// Where handlers wait for their value.
  final class Slot {
    private var handler: ((Int) -> Void)?

    /// On the heap, where a slot that somebody else completes has to be.
    @inline(never)
    static func pending() -> Slot { Slot() }

    @inline(never)
    func whenDone(_ handler: @escaping (Int) -> Void) {
      self.handler = handler
    }

    @inline(never)
    func complete(_ value: Int) {
      handler?(value)
      handler = nil
    }
  }
}
