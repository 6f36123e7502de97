import PledgeBrightFutures

/// The API of BrightFutures, with callbacks on `immediateExecutionContext`.
enum BrightFuturesPeer: ImmediatePeer, JoiningPeer {
  static let peer = Peer.brightfutures

  static func settled(_ value: Int) -> Future<Int, Failure> { Future(value: value) }
  static func pending() -> PledgeBrightFutures.Promise<Int, Failure> { .init() }
  static func promise(
    of source: PledgeBrightFutures.Promise<Int, Failure>
  ) -> Future<Int, Failure> { source.future }
  static func settle(_ source: PledgeBrightFutures.Promise<Int, Failure>, _ value: Int) {
    source.success(value)
  }
  static func observe(_ future: Future<Int, Failure>) {
    future.onSuccess(immediateExecutionContext) { collect($0) }
  }

  static func maps(_ future: Future<Int, Failure>) -> Future<Int, Failure> {
    future
      .map(immediateExecutionContext) { $0 + 1 }
      .map(immediateExecutionContext) { $0 + 1 }
      .map(immediateExecutionContext) { collect($0 + 1) }
  }

  static func flatMaps(_ future: Future<Int, Failure>) -> Future<Int, Failure> {
    future
      .flatMap(immediateExecutionContext) { settled($0 + 1) }
      .flatMap(immediateExecutionContext) { settled($0 + 1) }
      .flatMap(immediateExecutionContext) { settled(collect($0 + 1)) }
  }

  static func fanIn(_ count: Int, size: Int) -> Int {
    joining(count, size: size) { futures in
      futures.sequence().map(immediateExecutionContext) { collect($0.reduce(0, +)) }
    }
  }
}
