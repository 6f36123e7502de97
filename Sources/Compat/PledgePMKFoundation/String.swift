public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension String {
  /// Creates a string from the body of a response, in the encoding that the response names.
  ///
  ///     URLSession.shared.dataTask(.promise, with: url).compactMap(String.init)
  ///
  /// If the response names no encoding or an unknown one, UTF-8 is assumed. The result is `nil` if
  /// the body is not text in that encoding.
  ///
  /// - Parameters:
  ///   - data: The body.
  ///   - urlResponse: The response to which the body belongs.
  public init?(data: Data, urlResponse: URLResponse) {
    self.init(data: data, encoding: urlResponse.textEncoding ?? .utf8)
  }
}

extension URLResponse {
  fileprivate var textEncoding: String.Encoding? {
    guard let name = textEncodingName else { return nil }
    #if canImport(Darwin)
    let encoding = CFStringConvertIANACharSetNameToEncoding(name as CFString)
    guard encoding != kCFStringEncodingInvalidId else { return nil }
    return String.Encoding(rawValue: CFStringConvertEncodingToNSStringEncoding(encoding))
    #else
    return encodings[name.lowercased()]
    #endif
  }
}

#if !canImport(Darwin)
/// The encodings that Foundation supports, by their names in HTTP, for systems without
/// CoreFoundation.
private let encodings: [String: String.Encoding] = [
  "utf-8": .utf8, "us-ascii": .ascii, "iso-8859-1": .isoLatin1, "iso-8859-2": .isoLatin2,
  "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251, "windows-1252": .windowsCP1252,
  "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254, "shift_jis": .shiftJIS,
  "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP, "macintosh": .macOSRoman,
  "utf-16": .utf16, "utf-16be": .utf16BigEndian, "utf-16le": .utf16LittleEndian,
  "utf-32": .utf32, "utf-32be": .utf32BigEndian, "utf-32le": .utf32LittleEndian,
]
#endif
