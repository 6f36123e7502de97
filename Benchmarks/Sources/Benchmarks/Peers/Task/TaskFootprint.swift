extension TaskPeer {
  static let observedPromise = Competitor(
    .task,
    fill: { (shelf: Shelf<Pending>) in
      shelf.fill { _ in
        let source = pending()
        _ = stage { collect(await source.value) }
        return source
      }
    },
    clear: { shelf in
      checksum { for (index, source) in shelf.things.enumerated() { source.settle(index) } }
    }
  )
}
