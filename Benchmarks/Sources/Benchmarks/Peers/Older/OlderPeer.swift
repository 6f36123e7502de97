import Dispatch

/// A module with the API of an older library, for the workloads measured with the original.
///
/// Handlers run on the most immediate executor of the API. A conforming type states the calls, and
/// the extensions derive the workloads. They are requirements, so that they are specialized for
/// each type.
protocol OlderPeer: SendableMetatype {
  associatedtype Promise
  /// A pending promise, and what settles it.
  associatedtype Source: SendableMetatype

  static var peer: Peer { get }
  static func settled(_ value: Int) -> Promise
  static func pending() -> Source
  static func promise(of source: Source) -> Promise
  static func settle(_ source: Source, _ value: Int)
  /// Collects the value of a promise.
  static func observe(_ promise: Promise)
  static func waitForHandlers()

  static var observedPromise: Competitor { get }
  static func settledMaps(_ count: Int) -> Int
  static func pendingMaps(_ count: Int) -> Int
  static func pendingFlatMaps(_ count: Int) -> Int
  static func fanOut(_ count: Int, size: Int) -> Int
}

/// A module that can also wait for many promises.
protocol JoiningPeer: OlderPeer {
  static func fanIn(_ count: Int, size: Int) -> Int
}

/// A module whose handlers run in place.
protocol ImmediatePeer: OlderPeer {
  associatedtype Last
  /// Adds 1 three times, and collects the result.
  static func maps(_ promise: Promise) -> Last
  /// The same with settled promises.
  static func flatMaps(_ promise: Promise) -> Last
}

/// A module whose handlers run on a serial queue, for which the workloads wait.
///
/// It has no handlers that run immediately.
protocol QueuedPeer: OlderPeer {
  associatedtype LastMap
  /// Adds 1 three times, collects the result, and signals `done`.
  static func maps(_ promise: Promise, _ done: DispatchSemaphore) -> LastMap
  /// The same with settled promises.
  static func flatMaps(_ promise: Promise, _ done: DispatchSemaphore) -> Promise
}

extension OlderPeer where Promise == Source {
  static func promise(of source: Source) -> Promise { source }
}

extension OlderPeer {
  static var observedPromise: Competitor {
    Competitor(peer) {
      let source = pending()
      observe(promise(of: source))
      return source
    } settle: {
      settle($0, $1)
    } end: {
      waitForHandlers()
    }
  }

  static func fanOut(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let source = pending()
        for _ in group { observe(promise(of: source)) }
        settle(source, 1)
        waitForHandlers()
      }
    }
  }
}

extension ImmediatePeer {
  static func waitForHandlers() {}

  static func settledMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in _ = maps(settled(index)) }
  }

  static func pendingMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let source = pending()
      let last = maps(promise(of: source))
      settle(source, index)
      withExtendedLifetime(last) {}
    }
  }

  static func pendingFlatMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let source = pending()
      let last = flatMaps(promise(of: source))
      settle(source, index)
      withExtendedLifetime(last) {}
    }
  }

  /// Joins promises, settles them, and returns the checksum; for `fanIn` of modules that can.
  static func joining<Last>(
    _ count: Int,
    size: Int,
    _ join: ([Promise]) -> Last
  ) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let sources = group.map { _ in pending() }
        let last = join(sources.map(promise(of:)))
        for (source, index) in zip(sources, group) { settle(source, index) }
        withExtendedLifetime(last) {}
      }
    }
  }
}

extension QueuedPeer {
  static func waitForHandlers() { DispatchPeer.queue.sync {} }

  static func settledMaps(_ count: Int) -> Int {
    oneByOne(count) { index, done in maps(settled(index), done) }
  }

  static func pendingMaps(_ count: Int) -> Int {
    oneByOne(count) { index, done in
      let source = pending()
      let last = maps(promise(of: source), done)
      settle(source, index)
      return last
    }
  }

  static func pendingFlatMaps(_ count: Int) -> Int {
    oneByOne(count) { index, done in
      let source = pending()
      let last = flatMaps(promise(of: source), done)
      settle(source, index)
      return last
    }
  }
}
