import Dispatch
import Pledge
import PledgeTrace

extension PledgePeer {
  static func settledMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      _ = Promise(value: index).map { $0 + 1 }.map { $0 + 1 }.map { collect($0 + 1) }
    }
  }

  static func pendingMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int>()
      let last = promise.map { $0 + 1 }.map { $0 + 1 }.map { collect($0 + 1) }
      promise.resolve(index)
      withExtendedLifetime(last) {}
    }
  }

  static func recordedMaps(_ count: Int) -> Int {
    // Soon full, so the measurement includes releasing old chains.
    let recorder = TraceRecorder(capacity: 1_000)
    recorder.start()
    defer { recorder.stop() }
    return pendingMaps(count)
  }

  static func listedMaps(_ count: Int) -> Int {
    let installation = Diagnostics.recordPending()
    defer { installation.remove() }
    return pendingMaps(count)
  }

  static func pendingCapturingMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int>()
      let last = promise.map { $0 + index }.map { $0 + index }.map { collect($0 + index) }
      promise.resolve(index)
      withExtendedLifetime(last) {}
    }
  }

  static func newResolve(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int>()
      promise.resolve(index)
      collect(index)
    }
  }

  static func serialQueueMaps(_ count: Int) -> Int {
    oneByOne(count) { index, done in
      let promise = Promise<Int>()
      let last = queueMaps(promise, done)
      promise.resolve(index)
      return last
    }
  }

  static func settledQueueMaps(_ count: Int) -> Int {
    oneByOne(count) { index, done in queueMaps(Promise(value: index), done) }
  }

  private static func queueMaps(
    _ promise: Promise<Int>,
    _ done: DispatchSemaphore
  ) -> Promise<Int> {
    let queue = DispatchPeer.queue
    return
      promise
      .map(on: queue) { $0 + 1 }
      .map(on: queue) { $0 + 1 }
      .map(on: queue) { value in
        collect(value + 1)
        done.signal()
        return value
      }
  }
}
