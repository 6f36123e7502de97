extension Duration {
  /// Parses the value of gRPC's header `grpc-timeout`: up to eight digits and a unit, such as
  /// `250m` for 250 milliseconds.
  ///
  /// Returns `nil` for anything else.
  init?(grpcTimeout text: String) {
    let digits = text.dropLast()
    guard 1...8 ~= digits.count, digits.allSatisfy(\.isASCIIDigit), let number = Int(digits) else {
      return nil
    }
    switch text.last {
    case "H": self = .seconds(number * 3600)
    case "M": self = .seconds(number * 60)
    case "S": self = .seconds(number)
    case "m": self = .milliseconds(number)
    case "u": self = .microseconds(number)
    case "n": self = .nanoseconds(number)
    default: return nil
    }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { "0"..."9" ~= self }
}
