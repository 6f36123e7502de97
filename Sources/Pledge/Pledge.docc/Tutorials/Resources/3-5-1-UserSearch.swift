import Pledge

/// Shows the users that match what was typed; used on one context.
final class UserSearch: @unchecked Sendable {
  private(set) var names: [String] = []
  private let previous = DiscardBag()
  private let context: any ExecutionContext
  private let find: @Sendable (_ text: String) -> Promise<[String]>

  init(
    on context: any ExecutionContext,
    find: @escaping @Sendable (_ text: String) -> Promise<[String]>
  ) {
    self.context = context
    self.find = find
  }

  func type(_ text: String) {
    previous.discardAll()
    find(text)
      .observe(on: context) { result in
        if case .success(let names) = result { self.names = names }
      }
      .discarded(by: previous)
  }
}
