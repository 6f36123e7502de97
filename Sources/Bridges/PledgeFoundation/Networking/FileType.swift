import Foundation

extension URL {
  /// Whether this is the URL of a folder, or of a link to one.
  var isFolder: Bool { fileType == .typeDirectory }

  /// The type of the file, or of the one to which this link leads; `nil` if there is none.
  ///
  /// Does not open the file: opening a named pipe waits for its other end.
  var fileType: FileAttributeType? {
    let path = resolvingSymlinksInPath().path
    return try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
  }
}
