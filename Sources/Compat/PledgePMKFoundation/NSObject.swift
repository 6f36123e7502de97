#if canImport(ObjectiveC)
public import Foundation
internal import Pledge
public import PledgePromiseKit

extension NSObjectProtocol where Self: NSObject {
  /// Waits for the next change of an observable property.
  ///
  ///     player.observe(.promise, keyPath: \.status).done { status in print(status as Any) }
  ///
  /// Observation starts immediately and ends with that change.
  ///
  /// - Parameters:
  ///   - form: `.promise`, which distinguishes this from Foundation's own method.
  ///   - keyPath: The property.
  /// - Returns: A guarantee of the new value, resolved on the thread that changes the property.
  @_disfavoredOverload
  public func observe<Value>(
    _ form: PMKNamespacer,
    keyPath: KeyPath<Self, Value>
  ) -> Guarantee<Value?> {
    let (guarantee, resolve) = Guarantee<Value?>.pending()
    let observation = observe(keyPath, options: .new) { _, change in resolve(change.newValue) }
    let token = UncheckedSendable(observation)
    guarantee.pipe { _ in token.value.invalidate() }
    return guarantee
  }
}
#endif
