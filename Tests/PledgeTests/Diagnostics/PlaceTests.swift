import Pledge
import Testing

struct PlaceTests {
  private func place(_ fileID: StaticString, _ line: UInt) -> PromiseEvent.Place {
    PromiseEvent(.created, of: PromiseID(1), time: 0, fileID: fileID, line: line).place
  }

  @Test func `a place has the file and the line of its event`() {
    let place = place("App/Loader.swift", 42)

    #expect(place.fileID == "App/Loader.swift")
    #expect(place.line == 42)
    #expect("\(place)" == "App/Loader.swift:42")
  }

  @Test func `a place whose file cannot be printed is described with escapes`() {
    #expect("\(place("App/\u{202E}\n.swift", 42))" == #"App/\u{202E}\n.swift:42"#)
    #expect("\(place("App/\u{202E}\n.swift", 0))" == #"App/\u{202E}\n.swift"#)
  }

  @Test func `places are the same if the file and the line are`() {
    #expect(place("App/Loader.swift", 42) == place("App/Loader.swift", 42))
    #expect(place("App/Loader.swift", 42) != place("App/Loader.swift", 43))
    #expect(place("App/Loader.swift", 42) != place("App/Saver.swift", 42))
    #expect(Set([place("App/A.swift", 1), place("App/A.swift", 1)]).count == 1)
  }
}
