import OpenCombine

extension CombinePeer {
  /// A subscription lasts as long as its cancellable, so that is held, too.
  private struct Observed {
    let fulfil: Future<Int, any Error>.Promise
    let observer: AnyCancellable
  }

  static let observedPromise = Competitor(
    .opencombine,
    fill: { (shelf: Shelf<Observed>) in
      shelf.fill { _ in
        let (future, fulfil) = pending()
        let observer = future.sink(receiveCompletion: { _ in }, receiveValue: { collect($0) })
        return Observed(fulfil: fulfil, observer: observer)
      }
    },
    clear: { shelf in
      Checksum.of {
        for (index, thing) in shelf.things.enumerated() { thing.fulfil(.success(index)) }
      }
    }
  )
}
