// Of Apple's systems only the Mac, whose module declares its availability since Swift 6.3. Before,
// a program did not start where the library was missing. On the others, also on Catalyst,
// `#available(macOS 26, *)` is always true. A program's own module of this name would be imported
// instead, and the compiler cannot tell the two apart, so the trait `OwnRuntime` does.
#if canImport(Runtime) && !OwnRuntime && (!canImport(Darwin) || (os(macOS) && compiler(>=6.3)))
internal import Foundation
internal import Runtime

internal import PledgeSupport

/// Finds the functions at return addresses, inlined ones first.
///
/// The toolchain's module `Runtime` captures backtraces of the current thread and decodes
/// serialized ones. Decoding is the only way to pass it addresses that were captured earlier.
///
/// - Returns: The functions by address; none for unknown addresses, or if the system lacks the
///   module.
func symbolicated(_ addresses: [UInt]) -> [UInt: [Symbol]] {
  guard #available(macOS 26.0, *) else { return [:] }
  // The runtime misses symbols when several threads use it at the same time.
  return symbolication.withLock { _ in found(at: addresses) }
}

// A zero-sized value would share its address with the lock, which the thread sanitizer reports as a
// race.
private let symbolication = Locked(0)

@available(macOS 26.0, *)
private func found(at addresses: [UInt]) -> [UInt: [Symbol]] {
  guard let backtrace = try? Backtrace(at: addresses) else { return [:] }
  guard let frames = backtrace.symbolicated(with: ImageMap.capture())?.frames else { return [:] }
  var symbols: [UInt: [Symbol]] = [:]
  for frame in frames {
    guard case .returnAddress(let address) = frame.captured, let symbol = Symbol(frame) else {
      continue
    }
    if let address = UInt(address) { symbols[address, default: []].append(symbol) }
  }
  return symbols
}

@available(macOS 26.0, *)
extension Symbol {
  fileprivate init?(_ frame: SymbolicatedBacktrace.Frame) {
    guard let symbol = frame.symbol, symbol.name != "<unknown>" else { return nil }
    self.init(name: symbol.name, mangled: symbol.rawName)
    isSystem =
      frame.isSystem || frame.isSwiftThunk || MangledName(symbol.rawName).isStandardLibrary
    if let location = symbol.sourceLocation, !location.path.hasSuffix("<compiler-generated>") {
      path = location.path
      line = location.line
    }
  }
}

@available(macOS 26.0, *)
extension Backtrace {
  /// Decodes a backtrace that consists of the given return addresses.
  ///
  /// It is encoded in version 0 of the compact backtrace format. The first byte gives the width of
  /// an address. Each address follows as a byte that means "a return address, eight bytes, relative
  /// to the previous one" and its eight bytes. A zero ends the backtrace.
  fileprivate init(at addresses: [UInt]) throws {
    var bytes: [UInt8] = [0x02]
    var last: UInt = 0
    for address in addresses {
      bytes.append(0x27)
      let distance = address &- last
      for shift in stride(from: 56 as UInt, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: distance >> shift))
      }
      last = address
    }
    bytes.append(0)
    let text = Data(bytes).base64EncodedString().prefix { $0 != "=" }
    let form = [
      "architecture": try Backtrace.capture(limit: 1).architecture, "backtrace": String(text),
    ]
    self = try JSONDecoder().decode(Backtrace.self, from: JSONEncoder().encode(form))
    // A different version of the format would decode to something else.
    let read = frames.compactMap { frame -> UInt? in
      guard case .returnAddress(let address) = frame else { return nil }
      return UInt(address) ?? 0
    }
    if read != addresses { throw UnreadableBacktrace() }
  }
}

private struct UnreadableBacktrace: Error {}
#else
/// Finds nothing, since this system lacks the module `Runtime`.
func symbolicated(_ addresses: [UInt]) -> [UInt: [Symbol]] { [:] }
#endif
