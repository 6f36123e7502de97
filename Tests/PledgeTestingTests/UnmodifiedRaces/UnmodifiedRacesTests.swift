import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct UnmodifiedRacesTests {
  @Test(arguments: UnmodifiedRace.first + UnmodifiedRace.second)
  func `a repaired version passes in the usual order`(race: UnmodifiedRace) async {
    await #expect(throws: Never.self) { try await race.repaired() }
  }
}
