import Pledge

/// Six promises of different types, for the tests of functions with up to six parameters.
struct SixSources: Sendable {
  let number = Promise<Int>()
  let flag = Promise<Bool>()
  let text = Promise<String>()
  let fraction = Promise<Double>()
  let list = Promise<[Int]>()
  let byte = Promise<UInt8>()

  /// The descriptions of the values.
  let values = ["1", "true", "c", "4.5", "[5]", "6"]

  /// Resolves the promises from the last to the first, and calls `check` before each one.
  func resolveInReverse(_ check: () -> Void) {
    let resolves: [() -> Void] = [
      { byte.resolve(6) }, { list.resolve([5]) }, { fraction.resolve(4.5) }, { text.resolve("c") },
      { flag.resolve(true) }, { number.resolve(1) },
    ]
    for resolve in resolves {
      check()
      resolve()
    }
  }
}

/// Returns the descriptions of the elements of a tuple.
func descriptions<each Element>(of tuple: (repeat each Element)) -> [String] {
  var descriptions: [String] = []
  repeat descriptions.append("\(each tuple)")
  return descriptions
}
