import Pledge
import PledgeMacros

// Verbatim samples of Documentation/Macros.md and of PledgeMacros' doc comments, to check that they
// compile.

struct UserAPI: Sendable {
  let start: @Sendable (Int, @escaping @Sendable (User?, (any Error)?) -> Void) -> Transfer
}

extension UserAPI {
  @Promised
  func load(
    _ id: Int,
    completion: @escaping @Sendable (User?, (any Error)?) -> Void
  ) -> Transfer {
    start(id, completion)
  }
}

func title(from api: UserAPI) -> Promise<String> {
  api.load(1).map { "Hello \($0.name)" }
}

@PromisedRequirements
protocol AvatarService {
  func avatar(
    of user: User,
    completion: @escaping @Sendable (Result<String, any Error>) -> Void
  )
}

func avatar(of user: User, from service: any AvatarService) -> Promise<String> {
  service.avatar(of: user)
}

/// A manual version of what the macro generates for `load`.
func load(
  from api: UserAPI,
  for resolver: Resolver<User>,
  completion: @escaping @Sendable (User?, (any Error)?) -> Void
) {
  resolver.onDiscard(of: api.start(1, completion)) { $0.cancel() }
}

func stop(_ animation: Animation, with resolver: Resolver<Void>) {
  resolver.onDiscard(on: MainActor.shared) { animation.cancel() }
}
