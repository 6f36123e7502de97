import TestSupport
import Testing

@testable import PledgeObservability

@Suite(.hangLimit)
struct RecentTests {
  @Test(arguments: [0, 1, 3, 10])
  func `the last entries are kept, however many there were`(limit: Int) {
    var recent = Recent<Int, String>(limit: limit)
    for key in 1...100 {
      let forgotten = recent.insert("\(key)", for: key)
      #expect(forgotten == (key > limit ? "\(key - limit)" : nil))
    }

    #expect((1...100).filter { recent[$0] != nil } == Array((1...100).suffix(limit)))
  }

  @Test func `replacing an entry keeps its age, and returns the old value`() {
    var recent = Recent<Int, String>(limit: 2)
    _ = recent.insert("a", for: 1)
    _ = recent.insert("b", for: 2)

    #expect(recent.insert("c", for: 1) == "a")
    #expect(recent.insert("d", for: 3) == "c")
    #expect(recent[2] == "b" && recent[3] == "d")
  }
}
