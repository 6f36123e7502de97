import Foundation

extension URL {
  /// Whether there is a folder, or a link to one.
  var isFolder: Bool {
    let path = resolvingSymlinksInPath().path
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    return type == .typeDirectory
  }
}
