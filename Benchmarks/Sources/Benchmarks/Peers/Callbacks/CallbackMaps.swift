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

  static func pendingCapturingMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let slot = Slot.pending()
      slot.whenDone { value in
        add(index, to: value) { value in
          add(index, to: value) { value in
            add(index, to: value) { collect($0) }
          }
        }
      }
      slot.complete(index)
    }
  }

  static func pendingFlatMapsPendingInner(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (source, first, second, third) = (
        Slot.pending(), Slot.pending(), Slot.pending(), Slot.pending()
      )
      source.whenDone { _ in
        first.whenDone { _ in second.whenDone { _ in third.whenDone { collect($0) } } }
      }
      source.complete(index)
      first.complete(index + 1)
      second.complete(index + 2)
      third.complete(index + 3)
    }
  }

  private static func incrementThrice(_ value: Int) {
    add(1, to: value) { value in
      add(1, to: value) { value in
        add(1, to: value) { collect($0) }
      }
    }
  }
}
