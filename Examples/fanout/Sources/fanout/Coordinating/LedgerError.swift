/// The reason why a file cannot be the ledger of a run, with a remedy.
///
/// The file has not been changed.
enum LedgerError: Error, Equatable {
  case notALedger(path: String)
  case otherRun(path: String, items: Int, expected: Int)
  case otherVersion(path: String, version: Int)
  case inUse(path: String)
  case unusable(path: String, why: String)
}

extension LedgerError: CustomStringConvertible {
  var description: String {
    switch self {
    case .notALedger(let path):
      "The file '\(path)' is not the ledger of a run. Give another file with --ledger."
    case .otherRun(let path, let items, let expected):
      """
      The ledger '\(path)' is that of another run, with \(items) items instead of \(expected). \
      Give its --items to resume it, or another file with --ledger.
      """
    case .otherVersion(let path, let version):
      """
      The ledger '\(path)' was written by version \(version) of this program. \
      Resume it with that version, or give another file with --ledger.
      """
    case .inUse(let path):
      """
      The ledger '\(path)' is in use by another run. \
      Wait for its end, or give another file with --ledger.
      """
    case .unusable(let path, let why):
      """
      The ledger '\(path)' cannot be written: \(why). \
      Give a file that you may write with --ledger.
      """
    }
  }
}
