import PledgeSundell

/// The future and the promise of Swift by Sundell, whose callbacks always run in place.
enum SundellPeer: ImmediatePeer {
  typealias Promise = PledgeSundell.Promise<Int>

  static let peer = Peer.sundell

  static func settled(_ value: Int) -> Promise { Promise(value: value) }
  static func pending() -> Promise { Promise() }
  static func settle(_ promise: Promise, _ value: Int) { promise.resolve(with: value) }
  static func observe(_ promise: Promise) {
    promise.observe { result in collect((try? result.get()) ?? 0) }
  }

  static func maps(_ promise: Promise) -> Future<Int> {
    promise
      .transformed { $0 + 1 }
      .transformed { $0 + 1 }
      .transformed { collect($0 + 1) }
  }

  static func flatMaps(_ promise: Promise) -> Future<Int> {
    promise
      .chained { Promise(value: $0 + 1) }
      .chained { Promise(value: $0 + 1) }
      .chained { Promise(value: collect($0 + 1)) }
  }
}
