internal import Foundation

/// Encodes structs of strings, numbers, Booleans, and arrays of these as JSON.
enum JSONText {
  /// Returns `value` as JSON with its keys sorted.
  static func of(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      // Only non-finite numbers cannot be encoded, and there are none.
      preconditionFailure("\(type(of: value)) cannot be written as JSON: \(error)")
    }
  }
}

/// A table of distinct strings, identified by their positions.
struct StringTable {
  private(set) var strings: [String] = []
  private var positions: [String: Int] = [:]

  /// Returns the position of `string`; adds the string if it is new.
  mutating func position(of string: String) -> Int {
    if let position = positions[string] { return position }
    positions[string] = strings.count
    strings.append(string)
    return strings.count - 1
  }
}
