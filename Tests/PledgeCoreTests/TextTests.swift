import PledgeSupport
import Testing

@testable import PledgeCore

struct EscapingTests {
  private let controls: [ClosedRange<UInt32>] = [0x00...0x1F, 0x7F...0x9F]
  private let lineBreaks: [ClosedRange<UInt32>] = [0x2028...0x2029]
  private let bidirectionalControls: [ClosedRange<UInt32>] = [
    0x061C...0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069,
  ]

  private var escaped: Set<UInt32> {
    Set((controls + lineBreaks + bidirectionalControls).joined())
  }

  @Test func `every scalar that is not printable is escaped, in ASCII`() throws {
    for value in escaped {
      let scalar = try #require(Unicode.Scalar(value))
      let text = "a\(scalar)b".escaped()

      #expect(text == "a\(escape(of: value))b")
      #expect(text.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
    }
  }

  @Test func `every other scalar stays unchanged`() {
    let escaped = escaped
    var text = String.UnicodeScalarView()
    for value: UInt32 in 0...0x10FFFF where !escaped.contains(value) {
      if let scalar = Unicode.Scalar(value) { text.append(scalar) }
    }

    #expect(text.count == 0x110000 - 0x800 - escaped.count)
    #expect(String(text).escaped().unicodeScalars.elementsEqual(text))
  }

  @Test func `scalars that are kept do not change`() {
    #expect("a\nb\tc\r\n\u{0}".escaped(keeping: "\n", "\t") == "a\nb\tc\\r\n\\0")
  }

  @Test func `marks that follow an escape stay, and so do emoji of several scalars`() {
    #expect("\u{1B}\u{301} 👩‍👩‍👧 é".escaped() == "\\u{1B}\u{301} 👩‍👩‍👧 é")
  }

  @Test func `escaping a long text copies it once, not once for each scalar`() {
    let count = 1_000_000
    #expect(String(repeating: "\n", count: count).escaped().utf8.count == 2 * count)
    // Completion is the assertion: copies of the whole text would take minutes.
  }

  @Test(arguments: [(0, "… (4 bytes)"), (3, "abc… (4 bytes)"), (4, "abcd"), (5, "abcd")])
  func `a line that is longer than the limit is truncated, and says so`(
    limit: Int,
    expected: String
  ) {
    #expect("abcd".line(limit: LineLimit(scalars: limit)) == expected)
  }

  @Test func `a line is escaped after it is truncated`() {
    #expect("\n\u{202E}ab".line(limit: LineLimit(scalars: 2)) == "\\n\\u{202E}… (6 bytes)")
    #expect("".line(limit: LineLimit(scalars: 0)) == "")
  }

  @Test func `an accent too many does not lengthen a line`() {
    let zalgo = "a" + String(repeating: "\u{301}", count: 1_000)
    #expect(zalgo.line(limit: .name).hasSuffix("… (2001 bytes)"))
    #expect(zalgo.line(limit: .name).unicodeScalars.count < 250)
  }

  private func escape(of value: UInt32) -> String {
    switch value {
    case 0x00: return #"\0"#
    case 0x09: return #"\t"#
    case 0x0A: return #"\n"#
    case 0x0D: return #"\r"#
    default:
      let digits = String(value, radix: 16, uppercase: true)
      let width = value < 0x80 ? 2 : 4
      return "\\u{" + String(repeating: "0", count: width - digits.count) + digits + "}"
    }
  }
}

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
}

struct OperatorIDTests {
  @Test func `each operator has a number of six bits, and a name that takes no allocation`() {
    let numbers = (0...0x3F).filter { OperatorID(number: $0) != nil }
    #expect(numbers == Array(1...OperatorID.validate.number))
    for number in numbers {
      let found = OperatorID(number: number)
      #expect(found?.number == number)
      #expect((1...15).contains(found?.name.utf8.count ?? 0))
    }
  }

  @Test func `the first and the last one are found by their numbers`() {
    #expect(OperatorID(number: OperatorID.promise.number) == .promise)
    #expect(OperatorID(number: OperatorID.validate.number) == .validate)
    #expect(OperatorID(number: 0) == nil)
    #expect(OperatorID(number: .max) == nil)
  }
}
