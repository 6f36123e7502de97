import Dispatch
import OpenCombine

extension CombinePeer {
  static func pendingMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (future, fulfill) = pending()
      let last = future.map { $0 + 1 }.map { $0 + 1 }.map { collect($0 + 1) }.run()
      fulfill(.success(index))
      withExtendedLifetime(last) {}
    }
  }

  static func serialQueueMaps(_ count: Int) -> Int {
    oneByOne(count) { index, done in
      settled(index)
        .receive(on: queue).map { $0 + 1 }
        .receive(on: queue).map { $0 + 1 }
        .receive(on: queue)
        .map { value in
          collect(value + 1)
          done.signal()
        }
        .run()
    }
  }

  static func pendingFlatMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (future, fulfill) = pending()
      let last =
        future
        .flatMap { settled($0 + 1) }
        .flatMap { settled($0 + 1) }
        .flatMap { settled(collect($0 + 1)) }
        .run()
      fulfill(.success(index))
      withExtendedLifetime(last) {}
    }
  }

  static func roundTrip(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let first = pending()
      let second = pending()
      let between = first.future.first()
        .sink(receiveCompletion: { _ in }, receiveValue: { second.fulfill(.success($0)) })
      let last = second.future.map { collect($0) }.run()
      first.fulfill(.success(index))
      withExtendedLifetime((between, last)) {}
    }
  }
}

/// Races in Combine: the first value of both, merged.
extension CombinePeer {
  static func race(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (winner, loser) = (pending(), pending())
      let last = race(winner.future, loser.future).map { collect($0) }.run()
      winner.fulfill(.success(index))
      loser.fulfill(.success(.max))
      withExtendedLifetime(last) {}
    }
  }

  private static func race(
    _ first: Future<Int, any Error>,
    _ second: Future<Int, any Error>
  ) -> some Publisher<Int, any Error> {
    [first, second].publisher.setFailureType(to: (any Error).self).flatMap { $0 }.first()
  }

  /// A subscription and the cancellable that keeps it alive.
  private struct Observed {
    let fulfill: Future<Int, any Error>.Promise
    let observer: AnyCancellable
  }

  static let observedPromise = Competitor(.opencombine) {
    let (future, fulfill) = pending()
    let observer = future.sink(receiveCompletion: { _ in }, receiveValue: { collect($0) })
    return Observed(fulfill: fulfill, observer: observer)
  } settle: {
    $0.fulfill(.success($1))
  }
}
