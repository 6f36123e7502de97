internal import Foundation
internal import Pledge
internal import PledgeSupport

extension AsyncType {
  /// Logs the completion of this async, for debugging.
  ///
  /// - Parameters:
  ///   - identifier: The name to log; without one, the call site is logged.
  ///   - logger: The logger.
  ///   - file: The file to log.
  ///   - line: The line to log.
  ///   - function: The function to log.
  ///   - context: Where `logger` is called.
  /// - Returns: An async that completes with the same value, after the message has been logged.
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

/// The destination of the messages of ``AsyncType/debug(_:logger:file:line:function:context:)``.
public protocol LoggerType {
  /// Logs `message`, on the context of the call to `debug`.
  func log(message: String)

  /// Returns the message to log for `value`.
  func message<Value>(
    for value: Value,
    with identifier: String?,
    file: String,
    line: UInt,
    function: String
  ) -> String
}

extension LoggerType {
  /// Returns a message that names the future by its identifier or, without one, by its call site.
  public func message<Value>(
    for value: Value,
    with identifier: String?,
    file: String,
    line: UInt,
    function: String
  ) -> String {
    if let identifier { return "Future \(identifier.escaped()) completed" }
    let name = URL(fileURLWithPath: file).lastPathComponent
    return "\(name) at line \(line), func: \(function) - future completed".escaped()
  }
}

/// A logger that prints.
public struct Logger: LoggerType {
  /// Creates the logger.
  public init() {}

  /// Prints `message`.
  public func log(message: String) {
    print(message)
  }
}
