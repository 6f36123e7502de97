import Foundation

/// A server that answers the requests of a connection in any order, each with its number.
public final class LineServer: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [Line] = []

  /// Creates a server.
  public init() {}

  /// Connects; the closures run on a thread of the connection.
  public func connect(
    onAnswer: @escaping @Sendable (_ number: Int, _ text: String) -> Void,
    onEnd: @escaping @Sendable (Line) -> Void
  ) -> Line {
    lock.withLock {
      lines.append(Line(number: lines.count + 1, onAnswer: onAnswer, onEnd: onEnd))
      return lines[lines.count - 1]
    }
  }

  /// Stands for a lost connection.
  public func cut() {
    lock.withLock { lines.last }?.end()
  }
}

/// A connection to the server.
public final class Line: Sendable {
  private let number: Int
  private let onAnswer: @Sendable (Int, String) -> Void
  private let onEnd: @Sendable (Line) -> Void
  private let queue = DispatchQueue(label: "line")

  init(
    number: Int,
    onAnswer: @escaping @Sendable (Int, String) -> Void,
    onEnd: @escaping @Sendable (Line) -> Void
  ) {
    self.number = number
    self.onAnswer = onAnswer
    self.onEnd = onEnd
    print("connection \(number)")
  }

  /// Sends a request.
  ///
  /// The server never answers `silence`, and answers `work` only over the second connection.
  public func send(_ text: String, number request: Int) {
    queue.async { [self] in
      if text != "silence", text != "work" || number == 2 { onAnswer(request, text.uppercased()) }
    }
  }

  func end() {
    queue.async { [self] in onEnd(self) }
  }
}
