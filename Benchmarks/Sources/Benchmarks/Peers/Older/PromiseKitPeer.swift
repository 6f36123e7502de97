import PledgePromiseKit

/// PromiseKit's API, with handlers without a queue: `on: nil`.
enum PromiseKitPeer: ImmediatePeer, JoiningPeer {
  typealias Promise = PledgePromiseKit.Promise<Int>

  struct Source {
    let promise: Promise
    let resolver: Resolver<Int>
  }

  static let peer = Peer.promisekit

  /// Keeps only the resolver, like a program that waits for an answer.
  static let observedPromise = Competitor(peer) {
    let source = pending()
    observe(source.promise)
    return source.resolver
  } settle: {
    $0.fulfill($1)
  }

  static func settled(_ value: Int) -> Promise { .value(value) }
  static func pending() -> Source {
    let (promise, resolver) = Promise.pending()
    return Source(promise: promise, resolver: resolver)
  }
  static func promise(of source: Source) -> Promise { source.promise }
  static func settle(_ source: Source, _ value: Int) { source.resolver.fulfill(value) }
  static func observe(_ promise: Promise) { _ = promise.done(on: nil) { collect($0) } }

  static func maps(_ promise: Promise) -> Promise {
    promise
      .map(on: nil) { $0 + 1 }
      .map(on: nil) { $0 + 1 }
      .map(on: nil) { collect($0 + 1) }
  }

  static func flatMaps(_ promise: Promise) -> Promise {
    promise
      .then(on: nil) { Promise.value($0 + 1) }
      .then(on: nil) { Promise.value($0 + 1) }
      .then(on: nil) { Promise.value(collect($0 + 1)) }
  }

  static func fanIn(_ count: Int, size: Int) -> Int {
    joining(count, size: size) { promises in
      when(fulfilled: promises).map(on: nil) { collect($0.reduce(0, +)) }
    }
  }
}
