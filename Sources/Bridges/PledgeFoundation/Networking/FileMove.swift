import Foundation
import Pledge
import PledgeSupport

extension URL {
  /// Throws an `ArgumentError` if this is a folder, since a file must not replace it.
  func refuseFolder() throws {
    if isFolder {
      throw ArgumentError(
        """
        destination: \(path.escaped()): there is a folder, which is not replaced; name a file, such \
        as \(sample.escaped())
        """
      )
    }
  }

  private var sample: String { appending(path: "download").path }

  /// Moves this file to `destination` and atomically replaces the file there.
  func move(to destination: URL) throws {
    let files = FileManager.default
    // Moves the file into the folder first, which may be on another disk. Afterwards, the file only
    // has to be renamed. Its temporary name is short, as the other may have the maximum length.
    let temporary = destination.deletingLastPathComponent().appending(path: ".\(UUID().uuidString)")
    do {
      try files.moveItem(at: self, to: temporary)
      try destination.refuseFolder()
      let code = System.moveFile(at: temporary.path, to: destination.path)
      guard code == 0 else { throw CocoaError.cannotWrite(destination, code) }
    } catch {
      try? files.removeItem(at: temporary)
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
