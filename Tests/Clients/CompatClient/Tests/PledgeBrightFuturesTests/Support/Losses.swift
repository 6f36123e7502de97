import Pledge

/// The reports of Pledge, which all tests share: each asks for those of a place of its own.
enum Losses {
  private static let log: Log<UnheardRejections.Report> = {
    let log = Log<UnheardRejections.Report>()
    UnheardRejections.handle { log.add($0) }
    return log
  }()

  static func listen() {
    _ = log
  }

  static func reported(at place: String) -> [any Error] {
    log.entries.filter { $0.fileID == place }.map(\.error)
  }
}
