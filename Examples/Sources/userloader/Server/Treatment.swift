/// The demo server's treatment of a request.
enum Treatment: Equatable {
  /// The user, after a delay.
  case answer(after: Duration)
  /// A 503: try again.
  case busy
  /// A 404, although the user exists.
  case missing
  /// Half of the user's JSON.
  case garbled
  /// The connection ends in the middle of the body.
  case hangUp
  /// No answer, ever.
  case silence
}

extension Treatment {
  /// Returns the treatment of request number `visit` for the user `id`.
  ///
  /// This is deterministic: every run of the demo is the same.
  static func of(_ id: Int, visit: Int, chaos: Bool) -> Treatment {
    chaos ? chaotic(id, visit) ?? ordinary(id, visit) : ordinary(id, visit)
  }

  /// Some responses are slow, some first requests fail, and a few first requests get no response.
  private static func ordinary(_ id: Int, _ visit: Int) -> Treatment {
    if visit == 1, id % 150 == 75 { return .silence }
    if visit == 1, id % 9 == 4 { return .busy }
    return .answer(after: .milliseconds(id % 7 == 3 ? 400 : 10 + id * 13 % 40))
  }

  /// Some users cannot be loaded, and some connections break twice.
  private static func chaotic(_ id: Int, _ visit: Int) -> Treatment? {
    switch id % 50 {
    case 20: .missing
    case 30: .garbled
    case 41: .hangUp
    case 7...8 where visit < 3: .hangUp
    default: id % 100 == 90 ? .silence : nil
    }
  }
}
