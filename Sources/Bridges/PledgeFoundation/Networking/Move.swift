import Foundation
import Pledge

import enum PledgeCore.System

extension URL {
  /// Throws an `ArgumentError` if there is a folder, in whose place no file is put.
  func refuseFolder() throws {
    if isFolder {
      throw ArgumentError(
        "destination: \(path): there is a folder, which is not replaced; name a file, such as \(sample)"
      )
    }
  }

  private var sample: String { appending(path: "download").path }

  /// Moves this file to `destination`, in place of the file that is there, in one step.
  func move(to destination: URL) throws {
    let files = FileManager.default
    // Into its folder first, which may be on another disk; what remains to do is to rename it.
    let neighbour = destination.deletingLastPathComponent()
      .appending(path: ".\(destination.lastPathComponent)-\(UUID().uuidString)")
    do {
      try files.moveItem(at: self, to: neighbour)
      try destination.refuseFolder()
      let code = System.moveFile(at: neighbour.path, to: destination.path)
      guard code == 0 else { throw CocoaError.cannotWrite(destination, code) }
    } catch {
      try? files.removeItem(at: neighbour)
      throw error
    }
  }
}

extension CocoaError {
  fileprivate static func cannotWrite(_ file: URL, _ code: Int32) -> CocoaError {
    let reason = NSError(domain: NSPOSIXErrorDomain, code: Int(code))
    return CocoaError(
      .fileWriteUnknown,
      userInfo: [NSFilePathErrorKey: file.path, NSUnderlyingErrorKey: reason]
    )
  }
}
