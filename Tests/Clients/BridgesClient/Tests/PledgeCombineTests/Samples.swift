import Dispatch
import Pledge
import PledgeCombine

#if canImport(Combine)
import Combine

private var mainQueue: DispatchQueue { .main }
#else
import OpenCombine
import OpenCombineDispatch

private var mainQueue: DispatchQueue.OCombine { DispatchQueue.main.ocombine }
#endif

// The samples of Documentation/Combine.md, and of PledgeCombine's doc comments.

struct User: Sendable {
  let name: String
}

protocol Users: Sendable {
  func load(_ id: Int) -> Pledge.Future<User>
}

func show(_ users: any Users, in label: CurrentValueSubject<String, Never>) -> AnyCancellable {
  users.load(1).publisher
    .map(\.name)
    .replaceError(with: "nobody")
    .sink { label.value = $0 }
}

@MainActor
final class Screen {
  let shown = Promise<String>()

  func show(_ users: any Users) -> AnyCancellable {
    users.load(1).publisher
      .map { @Sendable user in user.name }
      .replaceError(with: "nobody")
      .receive(on: mainQueue)
      .sink { self.shown.resolve($0) }
  }
}

func values(_ names: PassthroughSubject<String, any Error>) {
  let first = names.firstValue()
  let last = names.lastValue()
  let all = names.prefix(100).allValues()
  let soon = names.firstValue().timeout(after: .seconds(5))
  for promise in [first, last, soon] { promise.ignoringErrors() }
  all.ignoringErrors()
}
