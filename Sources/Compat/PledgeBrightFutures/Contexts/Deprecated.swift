// swift-format-ignore: AlwaysUseLowerCamelCase
/// Same as ``immediateExecutionContext``.
@available(*, deprecated, renamed: "immediateExecutionContext")
@preconcurrency public let ImmediateExecutionContext: ExecutionContext = immediateExecutionContext

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Same as ``immediateOnMainExecutionContext``.
@available(*, deprecated, renamed: "immediateOnMainExecutionContext")
@preconcurrency public let ImmediateOnMainExecutionContext: ExecutionContext =
  immediateOnMainExecutionContext

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Same as ``maxStackDepthExecutionContext``.
@available(*, deprecated, renamed: "maxStackDepthExecutionContext")
@preconcurrency public let MaxStackDepthExecutionContext: ExecutionContext =
  maxStackDepthExecutionContext

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Same as ``defaultContext()``.
@available(*, deprecated, renamed: "defaultContext")
@preconcurrency public let DefaultThreadingModel: @Sendable () -> ExecutionContext = defaultContext
