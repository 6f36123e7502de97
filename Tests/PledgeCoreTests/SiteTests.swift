import PledgeCore
import Testing

struct SiteTests {
  private let text: StaticString = "App/Loader.swift"

  private var address: UInt { unsafe UInt(bitPattern: text.utf8Start) }

  @Test func `a site has the file and the line of its source location`() {
    let site = Site(text, 42)

    #expect(site.fileID == "App/Loader.swift")
    #expect(site.line == 42)
    #expect(site.text == "App/Loader.swift:42")
    #expect(!site.isUnknown)
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 1_000_000, .max] as [UInt])
  func `lines above 65,535 are stored as 65,535`(line: UInt) {
    let site = Site(text, line)

    #expect(site.line == min(line, 65_535))
    #expect(site.fileID == "App/Loader.swift")
  }

  @Test(arguments: [0x0100, 0x5600, 0xB400, 0xFF00, 0xFFFF] as [UInt])
  func `a tag in the upper bits of a pointer is ignored`(tag: UInt) {
    let site = Site(address: address | tag << 48, line: 42)

    #expect(site.line == 42)
    #expect(site.fileID == "App/Loader.swift")
  }

  @Test func `the unknown site is marked as unknown`() {
    #expect(Site.unknown.isUnknown)
    #expect(Site.unknown.text == "unknown:0")
  }

  @Test func `an unprintable file name is escaped where it is shown`() {
    let site = Site("App/\u{1B}[31m\u{202E}\n.swift", 1)

    #expect(site.text == #"App/\u{1B}[31m\u{202E}\n.swift:1"#)
  }
}
