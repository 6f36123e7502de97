extension CallbackPeer {
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
    increment(value) { value in
      increment(value) { value in
        increment(value) { value in
          collect(value)
        }
      }
    }
  }
}
