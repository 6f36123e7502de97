extension CallbackPeer {
  static let observedPromise = Competitor(
    .callbacks,
    fill: { (shelf: Shelf<Slot>) in
      shelf.fill { _ in
        let slot = Slot.pending()
        slot.whenDone { collect($0) }
        return slot
      }
    },
    clear: { shelf in
      Checksum.of { for (index, slot) in shelf.things.enumerated() { slot.complete(index) } }
    }
  )
}
