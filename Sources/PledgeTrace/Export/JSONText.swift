internal import Foundation

/// Text of structs that are made of strings, numbers, truth values and arrays of those.
enum JSONText {
  /// The JSON of `value`, the keys in the order of the alphabet.
  static func of(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      // Only numbers that are not finite cannot be written, and there are none.
      preconditionFailure("\(type(of: value)) cannot be written as JSON: \(error)")
    }
  }
}

/// Different strings, each named by its position.
struct StringTable {
  private(set) var strings: [String] = []
  private var positions: [String: Int] = [:]

  /// The position of `string`, which is added if it is new.
  mutating func position(of string: String) -> Int {
    if let position = positions[string] { return position }
    positions[string] = strings.count
    strings.append(string)
    return strings.count - 1
  }
}
