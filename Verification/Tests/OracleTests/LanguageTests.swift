import Oracle
import Testing

struct LanguageTests {
  @Test func `no bytes decode to a program without actions`() {
    #expect(Program(bytes: []).actions.isEmpty)
    #expect(Trial.disagreement(on: Program([])) == nil)
  }

  @Test func `each byte decodes to one action`() {
    for byte in UInt8.min...UInt8.max {
      let program = Program(bytes: [4, byte])
      #expect(program.actions.count == 1)
      #expect(Trial.disagreement(on: program) == nil)
    }
  }

  @Test func `a program is printed as Swift code`() {
    let program = Program([
      .make(.pending, into: 0),
      .derive(.map, from: 0, Handler(1, effect: .discard(2)), into: 2),
      .combine(.all, [0, 2], into: nil),
      .fulfill(0, 5),
    ])

    #expect(
      program.description == """
        (p0, r0) = Promise.pending()
        p2 = p0.map { [1]; p2.discard(); return 1 }
        all(p0, p2)
        r0.resolve(5)
        """
    )
  }

  @Test func `a smaller program lacks an action or an effect`() {
    let handler = Handler(1, effect: .discard(2))
    let program = Program([.make(.pending, into: 0), .onDiscard(0, handler)])

    #expect(program.smaller.contains(Program([.make(.pending, into: 0)])))
    #expect(
      program.smaller.contains(Program([.make(.pending, into: 0), .onDiscard(0, Handler(1))]))
    )
  }
}
