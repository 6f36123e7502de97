/// Completion handlers: no handle on the value, no second observer, no error, nothing kept in order.
/// Never inlined, as functions of other modules are not.
enum CallbackPeer {
  @inline(never)
  static func increment(_ value: Int, completion: @escaping (Int) -> Void) {
    completion(value + 1)
  }

  /// Where a handler waits for its value.
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
