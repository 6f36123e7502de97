#if canImport(Runtime)
internal import Foundation
internal import Runtime

internal import class PledgeCore.Locked

/// Finds the functions at return addresses, inlined ones first.
///
/// The module `Runtime` of the toolchain knows them. It makes backtraces of what is being called, and
/// reads ones that were written, which is how it gets addresses that were noted by others.
///
/// - Returns: Nothing for an address at which it knows none, or where the system has no such module.
func symbolised(_ addresses: [UInt]) -> [UInt: [Symbol]] {
  guard #available(macOS 26.0, *) else { return [:] }
  // The system, asked by several threads at once, knows less than it should.
  return asking.withLock { _ in found(at: addresses) }
}

// A value of no size would share its address with the lock, which the thread sanitizer takes for a race.
private let asking = Locked(0)

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
  /// Reads a backtrace that has these return addresses.
  ///
  /// It is written in the compact format of backtraces, version 0: one byte that says how wide an
  /// address is, then for each a byte that says "a return address, eight bytes, relative to the one
  /// before", and these bytes; a zero ends it.
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
    // Another version of the format would be read as something else.
    let read = frames.compactMap { frame -> UInt? in
      guard case .returnAddress(let address) = frame else { return nil }
      return UInt(address) ?? 0
    }
    if read != addresses { throw UnreadableBacktrace() }
  }
}

private struct UnreadableBacktrace: Error {}
#else
/// Finds nothing: on this system there is nobody to ask.
func symbolised(_ addresses: [UInt]) -> [UInt: [Symbol]] { [:] }
#endif
