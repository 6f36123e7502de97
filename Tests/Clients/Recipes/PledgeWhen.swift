// What the samples in the comments of PledgeWhen talk about.
// Scripts/Checks/recipes type-checks them beside this.

import PledgeWhen

struct User: Sendable {
  var name: String
}

func load(_ id: Int) -> Promise<User> { Promise { User(name: "Ada") } }
