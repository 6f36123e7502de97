// swift-format-ignore-file
// The declarations of SwiftUI that samples use, as a module, where there is no SwiftUI.
// Scripts/Checks/recipes type-checks the samples with this module; none of them is run.

@MainActor public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension View {
  public func opacity(_ opacity: Double) -> some View { self }
  public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
  public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { self }
}

@MainActor @propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var wrappedValue: Value
}

public protocol Leaf: View {}
extension Leaf { public var body: Never { return fatalError() } }
extension Never: Leaf {}

public struct Group: Leaf {}
public struct Text: Leaf { public init(_ text: String) {} }
public struct ProgressView: Leaf { public init() {} }
public struct Button: Leaf { public init(_ title: String, action: @escaping @MainActor () -> Void) {} }
public struct List: Leaf { public init(@ViewBuilder content: () -> some View) {} }

@MainActor @resultBuilder public enum ViewBuilder {
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> Group { Group() }
  public static func buildOptional(_ content: Group?) -> Group { Group() }
  public static func buildEither(first content: Group) -> Group { content }
  public static func buildEither(second content: Group) -> Group { content }
}
