internal import Pledge

extension Sequence where Element: AsyncType {
  /// Returns one that completes as the first of the elements that does, be it a success or a failure.
  ///
  /// The others go on, and keep nothing of it.
  ///
  /// - Returns: One that completes on the thread that completes that element; never, without elements.
  public func firstCompleted() -> Element {
    let runners = map { $0.asAsync.core.heard.shared() }
    return runners.isEmpty ? Element() : Element(other: Async(Core(race(runners))))
  }
}
