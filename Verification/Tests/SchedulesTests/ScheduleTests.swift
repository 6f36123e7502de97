import Explorer
import Testing

@Suite struct ScheduleTests {
  @Test(arguments: ["name 0*12 1*3", "name 2*1", "name"])
  func `a schedule is printed as it was parsed`(text: String) {
    #expect(Schedule(text)?.description == text)
  }

  @Test(arguments: ["", "name 0", "name 0*x", "name *3", "name 0*1*2", "name a*1"])
  func `an invalid schedule is rejected`(text: String) {
    #expect(Schedule(text) == nil)
  }

  @Test func `every order of operations keeps the order of each thread`() {
    #expect(Linearizations.merges(of: [2, 1]) == [[0, 0, 1], [0, 1, 0], [1, 0, 0]])
    #expect(Linearizations.merges(of: [3, 3, 3]).count == 1_680)
  }
}
