import Dispatch
import OpenCombine

extension CombinePeer {
  static func settledMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      _ = settled(index).map { $0 + 1 }.map { $0 + 1 }.map { collect($0 + 1) }.run()
    }
  }

  static func pendingMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (future, fulfill) = pending()
      let last = future.map { $0 + 1 }.map { $0 + 1 }.map { collect($0 + 1) }.run()
      fulfill(.success(index))
      withExtendedLifetime(last) {}
    }
  }

  static func pendingCapturingMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (future, fulfill) = pending()
      let last = future.map { $0 + index }.map { $0 + index }.map { collect($0 + index) }.run()
      fulfill(.success(index))
      withExtendedLifetime(last) {}
    }
  }

  static func newResolve(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (future, fulfill) = pending()
      fulfill(.success(index))
      withExtendedLifetime(future) {}
      collect(index)
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
}
