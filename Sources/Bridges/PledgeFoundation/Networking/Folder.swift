import Foundation

extension URL {
  /// Whether this is the URL of a folder, or of a link to one.
  var isFolder: Bool {
    let path = resolvingSymlinksInPath().path
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    return type == .typeDirectory
  }
}
