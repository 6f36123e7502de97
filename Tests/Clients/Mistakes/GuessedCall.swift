import Pledge

private let flight = SingleFlight<Int, [UInt8]>()
private let sdk = SDK()

#if MISTAKE
func guess(_ resolver: Resolver<Int>, _ promise: Promise<Int>) {
  _ = retry(3) { load(1) }  // 1
  _ = retry(max: 3, delay: .seconds(1)) { load(1) }  // 2
  _ = load(1).timeout(.seconds(5))  // 3
  _ = flight.load(1) { load(1) }  // 4
  resolver.fulfill(1)  // 5
  promise.cancel()  // 6
  _ = promise.share()  // 7
  resolver.resolve(1, nil)  // 8
}
// 1: error: 'retry' has been renamed to 'retry(max:_:)'
// 2: error: 'retry(max:delay:_:)' is unavailable: Use 'retry(max: 3, backoff: .constant(.seconds(1)))'.
// 3: error: 'timeout' has been renamed to 'timeout(after:)'
// 4: error: 'load' has been renamed to 'value(for:_:)'
// 5: error: 'fulfill' has been renamed to 'resolve(_:)'
// 6: error: 'cancel()' has been renamed to 'discard()'
// 7: error: 'share(file:)' has been renamed to 'shared()'
// 8: error: 'resolve' has been renamed to 'settle(_:_:)'
#elseif OTHERS
func guess(_ resolver: Resolver<Int>, _ promise: Promise<Int>, _ ids: [Int]) {
  _ = retry(attempts: 3) { load(1) }  // 1
  _ = retry(3, delay: .seconds(1)) { load(1) }  // 2
  _ = retry(max: 3, interval: .seconds(1)) { load(1) }  // 3
  _ = ids.mapConcurrently(4) { load($0) }  // 4
  resolver.discard()  // 5
  promise.onDiscard { say("stop") }  // 6
}

func find(_ id: Int) -> Promise<User> {
  Promise { resolver in sdk.load(id, completion: resolver.resolve) }  // 7
}

func find(_ id: Int, _ log: Log) -> Promise<User> {
  Promise { resolver in sdk.load(id) { resolver.resolve($0, $1) } }  // 8
}
// 1: error: 'retry(attempts:_:)' has been renamed to 'retry(max:_:)'
// 2: error: 'retry(_:delay:_:)' is unavailable: Use 'retry(max: 3, backoff: .constant(.seconds(1)))'.
// 3: error: 'retry(max:interval:_:)' is unavailable: Use 'retry(max: 3, backoff: .constant(.seconds(1)))'.
// 4: error: 'mapConcurrently' has been renamed to 'mapConcurrently(limit:_:)'
// 5: error: 'discard()' is unavailable: Use 'reject(DiscardedError())'.
// 6: error: 'onDiscard' is unavailable: Use 'resolver.onDiscard', or 'Promise(discard:)', where the work starts.
// 7: error: 'resolve' has been renamed to 'settle(_:_:)'
// 8: error: 'resolve' has been renamed to 'settle(_:_:)'
#else
func call(_ resolver: Resolver<Int>, _ promise: Promise<Int>) {
  _ = retry(max: 3) { load(1) }
  _ = retry(max: 3, backoff: .constant(.seconds(1))) { load(1) }
  _ = load(1).timeout(after: .seconds(5))
  _ = flight.value(for: 1) { load(1) }
  resolver.resolve(1)
  promise.discard()
  promise.shared()
  resolver.settle(1, nil)
}
#endif
