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
    let report = try explore { world in
      let search = UserSearch(on: world.context("screen")) { text in
        world.pending([String].self, .value(["\(text)…"]), label: text)
      }
      let keyboard = world.context("keyboard")
      for text in ["G", "Gr", "Gra"] {
        keyboard.run("types \(text)") { search.type(text) }
      }
      world.run()
      #expect(search.names == ["Gra…"])
    }
    #expect(report.isComplete)
    #expect(report.tried == 20)
  }
}
