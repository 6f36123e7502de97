import OpenCombine

extension CombinePeer {
  /// A subscription and the cancellable that keeps it alive.
  private struct Observed {
    let fulfill: Future<Int, any Error>.Promise
    let observer: AnyCancellable
  }

  static let observedPromise = Competitor(
    .opencombine,
    fill: { (shelf: Shelf<Observed>) in
      shelf.fill { _ in
        let (future, fulfill) = pending()
        let observer = future.sink(receiveCompletion: { _ in }, receiveValue: { collect($0) })
        return Observed(fulfill: fulfill, observer: observer)
      }
    },
    clear: { shelf in
      Checksum.of {
        for (index, thing) in shelf.things.enumerated() { thing.fulfill(.success(index)) }
      }
    }
  )
}
