/// Combines the values of an operator into one number, so all promises of a program have one type.
enum Digest {
  static func of(_ values: [Int]) -> Int {
    values.reduce(17) { $0 &* 31 &+ $1 }
  }

  static func of(_ outcomes: [Result<Int, any Error>]) -> Int {
    of(outcomes.map(of))
  }

  private static func of(_ outcome: Result<Int, any Error>) -> Int {
    switch outcome {
    case .success(let value): value
    case .failure(let error): Reading.text(of: error).utf8.reduce(7) { $0 &* 131 &+ Int($1) }
    }
  }
}
