import Pledge

private let flight = SingleFlight<Int, [UInt8]>()

#if MISTAKE
func guess(_ resolver: Resolver<Int>, _ promise: Promise<Int>) {
  _ = retry(3) { load(1) }  // 1
  _ = retry(max: 3, delay: .seconds(1)) { load(1) }  // 2
  _ = load(1).timeout(.seconds(5))  // 3
  _ = flight.load(1) { load(1) }  // 4
  resolver.fulfill(1)  // 5
  promise.cancel()  // 6
}
// 1: error: 'retry' has been renamed to 'retry(max:_:)'
// 2: error: 'retry(max:delay:_:)' is unavailable: Use 'retry(max: 3, backoff: .constant(.seconds(1)))'.
// 3: error: 'timeout' has been renamed to 'timeout(after:)'
// 4: error: 'load' has been renamed to 'value(for:_:)'
// 5: error: 'fulfill' has been renamed to 'resolve(_:)'
// 6: error: 'cancel()' has been renamed to 'discard()'
#else
func call(_ resolver: Resolver<Int>, _ promise: Promise<Int>) {
  _ = retry(max: 3) { load(1) }
  _ = retry(max: 3, backoff: .constant(.seconds(1))) { load(1) }
  _ = load(1).timeout(after: .seconds(5))
  _ = flight.value(for: 1) { load(1) }
  resolver.resolve(1)
  promise.discard()
}
#endif
