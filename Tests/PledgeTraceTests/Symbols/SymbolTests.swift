import Testing

@testable import PledgeTrace

struct SymbolTests {
  @Test(
    arguments: [
      ("Future.map<A>(on:_:)", "map"), ("Promise.init(_:)", "Promise"), ("all<A>(_:)", "all"),
      ("specialized Future.tap(_:)", "tap"), ("closure #1 in Future.flatMap<A>(_:)", "flatMap"),
      ("static Future.race(_:)", "race"), ("Future.asVoid.getter", "asVoid"),
      ("closure #2 in closure #1 in LazyPromise.__allocating_init(_:)", "LazyPromise"),
      ("(1) await resume partial function for value(of:)", "value"), ("+ infix(_:_:)", nil),
      ("Future<A where A == Data>.decoded<B>(as:)", "decoded"),
      ("closure #1 in Future<A where A: (Int) -> Box<B>>.then(_:)", "then"),
    ] as [(String, String?)]
  )
  func `the base name is found in the demangled name`(name: String, function: String?) {
    #expect(Symbol(name: name).functionName == function)
  }

  @Test func `the text has the source location if it is known`() {
    var symbol = Symbol(name: "specialized Loader.load(_:)")
    #expect(symbol.text == "Loader.load(_:)")
    symbol.path = "/App/Sources/Loader.swift"
    #expect(symbol.text == "Loader.load(_:)")
    symbol.line = 40
    #expect(symbol.text == "Loader.load(_:) at Loader.swift:40")
  }

  @Test(arguments: [
    ("$s6Pledge6FutureC3mapyyF", true), ("$s10PledgeCore4NodeC", true),
    ("$s3App6LoaderV4loadyyF", false), ("$s6Pledge6FutureC3AppE4loadyyF", false),
    ("$sSa6PledgeE3allyyF", true), ("$sSlsE3mapyF", false), ("main", false), ("", false),
    ("$s11PledgeTests3FooV", false), ("$sST6PledgeSTRzs8SendableRzlE3all5limityF", true),
    ("$s6Pledge6FutureC3AppSQRzlE4loadyyF", false), ("$sSlsSQ7ElementRpzlE5indexyF", false),
  ])
  func `without a path the mangled name identifies the module`(mangled: String, isPledge: Bool) {
    #expect(Symbol(name: "f()", mangled: mangled).isPledge(sources: "/p/") == isPledge)
  }

  @Test func `the path takes precedence over the name`() {
    let inlined = Symbol(name: "f()", mangled: "$s3App1fyyF", path: "/p/Sources/Pledge/F.swift")
    let extended = Symbol(name: "f()", mangled: "$s6Pledge1fyyF", path: "/App/F.swift")

    #expect(inlined.isPledge(sources: "/p/Sources/"))
    #expect(!extended.isPledge(sources: "/p/Sources/"))
  }

  @Test func `the standard library is recognized`() {
    #expect(MangledName("$sSlsE3mapyF").isStandardLibrary)
    #expect(MangledName("$ss5printyyF").isStandardLibrary)
    #expect(MangledName("$s10Foundation6ThreadC4nameSSvg").isStandardLibrary)
    #expect(!MangledName("$s10Foundation6ThreadC3AppE4nameSSvg").isStandardLibrary)
    #expect(!MangledName("$sSa3AppE4loadyyF").isStandardLibrary)
    #expect(!MangledName("$sSo8NSObjectC3AppE").isStandardLibrary)
    #expect(MangledName("$sSlsSQ7ElementRpzlE5indexyF").isStandardLibrary)
    #expect(!MangledName("$sST3AppSTRzs8SendableRzlE4loadyF").isStandardLibrary)
    #expect(!MangledName("$s3App1fyyF").isStandardLibrary)
    #expect(!MangledName("main").isStandardLibrary)
  }
}
