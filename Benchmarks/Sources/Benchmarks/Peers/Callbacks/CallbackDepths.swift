extension CallbackPeer {
  static func deepSettle(_ count: Int) -> Int {
    Checksum.of {
      let slot = Slot.pending()
      slot.whenDone(stages(count))
      slot.complete(0)
    }
  }

  static func deepDrop(_ count: Int) -> Int {
    let slot = Slot.pending()
    slot.whenDone(stages(count))
    return count
  }

  static func loopSettled(_ count: Int) -> Int {
    Checksum.of { turn(count) { _ in } }
  }

  private static func stages(_ count: Int) -> (Int) -> Void {
    var handler = { (value: Int) in _ = collect(value) }
    for _ in 0..<count { handler = { [handler] in add(1, to: $0, completion: handler) } }
    return handler
  }

  private static func turn(_ left: Int, completion: @escaping (Int) -> Void) {
    guard left > 0 else { return completion(0) }
    collect(1)
    add(-1, to: left) { turn($0, completion: completion) }
  }
}
