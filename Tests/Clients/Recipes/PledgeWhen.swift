// Declarations for the samples in PledgeWhen's doc comments.
// Scripts/Checks/recipes type-checks the samples together with this file.

import PledgeWhen

struct User: Sendable {
  var name: String
}

func load(_ id: Int) -> Promise<User> { Promise { User(name: "Ada") } }
