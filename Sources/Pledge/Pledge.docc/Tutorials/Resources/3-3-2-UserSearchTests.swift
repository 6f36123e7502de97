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
}
