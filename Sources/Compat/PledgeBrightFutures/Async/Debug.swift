internal import Foundation
internal import Pledge

extension AsyncType {
  /// Logs that this has completed, for debugging.
  ///
  /// - Parameters:
  ///   - identifier: What to call this; without, the place is named.
  ///   - logger: What logs.
  ///   - file: The place that the message names.
  ///   - line: The line of that place.
  ///   - function: The function of that place.
  ///   - context: Where `logger` is called.
  /// - Returns: One that completes with the same value, once that has been logged.
  @preconcurrency
  public func debug(
    _ identifier: String? = nil,
    logger: any LoggerType = Logger(),
    file: String = #file,
    line: UInt = #line,
    function: String = #function,
    context: @escaping ExecutionContext = defaultContext()
  ) -> Self {
    let box = UncheckedSendable(logger)
    return andThen(context: context) { result in
      let logger = box.value
      let message = logger.message(
        for: result,
        with: identifier,
        file: file,
        line: line,
        function: function
      )
      logger.log(message: message)
    }
  }
}

/// What ``AsyncType/debug(_:logger:file:line:function:context:)`` logs to.
public protocol LoggerType {
  /// Logs `message`, on the context of the call to `debug`.
  func log(message: String)

  /// Returns what to log of `value`.
  func message<Value>(
    for value: Value,
    with identifier: String?,
    file: String,
    line: UInt,
    function: String
  ) -> String
}

extension LoggerType {
  /// Returns a message that names the future by its identifier or, without one, by the place.
  ///
  /// - Parameters:
  ///   - value: What it completed with.
  ///   - identifier: What to call it.
  ///   - file: The file of the call to `debug`.
  ///   - line: The line of that.
  ///   - function: The function of that.
  /// - Returns: The message.
  public func message<Value>(
    for value: Value,
    with identifier: String?,
    file: String,
    line: UInt,
    function: String
  ) -> String {
    if let identifier { return "Future \(identifier) completed" }
    let name = URL(fileURLWithPath: file).lastPathComponent
    return "\(name) at line \(line), func: \(function) - future completed"
  }
}

/// A logger that prints.
public struct Logger: LoggerType {
  /// Creates the logger.
  public init() {}

  /// Prints `message`.
  ///
  /// - Parameter message: What to print.
  public func log(message: String) {
    print(message)
  }
}
