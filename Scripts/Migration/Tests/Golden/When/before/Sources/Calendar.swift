import Foundation

/// When something is; no module.
func late() -> Bool { When.late.date < Date() }
