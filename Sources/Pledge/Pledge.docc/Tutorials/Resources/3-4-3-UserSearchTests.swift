import Pledge
import PledgeTesting
import Testing

@testable import Users

struct UserSearchTests {
  @Test func `the names match the latest search`() {
    let screen = ManualContext()
    let search = UserSearch(on: screen) { text in Promise(value: ["\(text)…"]) }

    search.type("G")
    search.type("Gr")
    screen.runAll()

    #expect(search.names == ["Gr…"])
  }

  @Test func `the names match the latest search, in every order`() throws {
    try explore(replaying: "1") { world in
      let search = UserSearch(on: world.context("screen")) { text in
        world.pending([String].self, .value(["\(text)…"]), label: text)
      }
      search.type("G")
      search.type("Gr")
      world.run()
      #expect(search.names == ["Gr…"])
    }
  }
}
