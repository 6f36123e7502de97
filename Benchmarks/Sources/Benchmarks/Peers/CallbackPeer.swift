/// Completion handlers: no handle on the value, no errors, no second thread, no guaranteed order.
///
/// They are never inlined, like functions of other modules.
enum CallbackPeer {
  @inline(never)
  static func add(_ increment: Int, to value: Int, completion: @escaping (Int) -> Void) {
    completion(value + increment)
  }

  /// Storage for a handler that waits for its value.
  final class Slot {
    private var handler: ((Int) -> Void)?

    // On the heap, like any slot that other code completes.
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

  static func settledMaps(_ count: Int) -> Int {
    Checksum.of(count, incrementThrice)
  }

  static func pendingMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let slot = Slot.pending()
      slot.whenDone(incrementThrice)
      slot.complete(index)
    }
  }

  private static func incrementThrice(_ value: Int) {
    add(1, to: value) { value in
      add(1, to: value) { value in
        add(1, to: value) { collect($0) }
      }
    }
  }

  static let observedPromise = Competitor(.callbacks) {
    let slot = Slot.pending()
    slot.whenDone { collect($0) }
    return slot
  } settle: {
    $0.complete($1)
  }
}
