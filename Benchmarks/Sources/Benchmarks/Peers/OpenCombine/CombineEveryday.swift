import OpenCombine

extension CombinePeer {
  static func allPair(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let (number, flag) = (pending(Int.self), pending(Bool.self))
      let last = number.future.zip(flag.future).map { collect($0 + ($1 ? 1 : 0)) }.run()
      number.fulfill(.success(index))
      flag.fulfill(.success(true))
      withExtendedLifetime(last) {}
    }
  }
}
